/* A piece of the picture ten times as large, with a cross on the point that is being placed. */

const SIDE = 240;
const TIMES = 10;

class Magnifier extends HTMLElement {
  #canvas = document.createElement("canvas");
  #picture = null;

  connectedCallback() {
    this.#canvas.width = SIDE;
    this.#canvas.height = SIDE;
    this.#canvas.setAttribute("aria-hidden", "true");
    this.replaceChildren(this.#canvas);
  }

  /** Load the picture that is looked at; resolves when it is there. */
  async show(address) {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    this.#picture = picture;
  }

  /** Look at a point, in pixels counted by their middles. */
  look([x, y]) {
    if (!this.#picture) return;
    const paper = this.#canvas.getContext("2d");
    const seen = SIDE / TIMES;
    paper.imageSmoothingEnabled = false;
    paper.fillStyle = "#000";
    paper.fillRect(0, 0, SIDE, SIDE);
    paper.drawImage(this.#picture, x + 0.5 - seen / 2, y + 0.5 - seen / 2, seen, seen, 0, 0, SIDE, SIDE);
    for (const [colour, width] of [["#000", 3], ["#ff9f1c", 1]]) {
      paper.strokeStyle = colour;
      paper.lineWidth = width;
      paper.beginPath();
      paper.moveTo(SIDE / 2, 0);
      paper.lineTo(SIDE / 2, SIDE);
      paper.moveTo(0, SIDE / 2);
      paper.lineTo(SIDE, SIDE / 2);
      paper.stroke();
    }
  }
}

customElements.define("jn-magnifier", Magnifier);
