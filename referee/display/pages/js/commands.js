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
    const command = { act, version: this.#view?.version ?? 0, ...fields };
    let answer;
    try {
      const response = await fetch(`/api/commands?${new URLSearchParams({ role: this.#role })}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(command),
      });
      answer = await response.json();
      answer.done = response.ok && answer.done !== false;
    } catch {
      answer = { done: false, code: "unreachable", facts: {} };
    }
    this.dispatchEvent(new CustomEvent("answer", { detail: { act, answer } }));
    return answer;
  }
}
