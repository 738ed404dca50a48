/* Sends commands. Each carries the version of the view it was made against; what came of it is said in words. */

export class Commands extends EventTarget {
  #role;
  #view = null;

  constructor(role) {
    super();
    this.#role = role;
  }

  set view(view) {
    this.#view = view;
  }

  /** Ask for an act; resolves to the answer, which is also dispatched as "answer". Never throws. */
  async ask(act, fields = {}) {
    const answer = await this.#post("/api/commands", act, fields);
    this.dispatchEvent(new CustomEvent("answer", { detail: { act, answer } }));
    return answer;
  }

  /** Ask what a correction would change; resolves to an answer with `changes`, or one that says why not. Never throws. */
  preview(act, fields = {}) {
    return this.#post("/api/preview", act, fields);
  }

  async #post(address, act, fields) {
    const command = { act, version: this.#view?.version ?? 0, ...fields };
    try {
      const response = await fetch(`${address}?${new URLSearchParams({ role: this.#role })}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(command),
      });
      const answer = await response.json();
      answer.done = response.ok && answer.done !== false;
      return answer;
    } catch {
      return { done: false, code: "unreachable", facts: {} };
    }
  }
}
