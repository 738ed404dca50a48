/* A double click is one click: the second half of one presses no act. What wants a second press wants a deliberate one. */

const ACTS = "[data-act], .act, [type=submit]";

/** Let double clicks on acts of this page count once. */
export function countDoubleClicksOnce() {
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail < 2 || !event.target.closest(ACTS)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}
