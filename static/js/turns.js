// Turns as steps: a square to choose on the board, or something to choose by a button.

// What differs only in a piece or rank and in a square is written once (play/table/turns.py).
const unpack = (text) =>
  text.split(" ").filter(Boolean).flatMap((one) => {
    const [head, squares] = one.split("@");
    if (squares === undefined) return [one];
    const cut = Math.max(head.lastIndexOf("*"), head.lastIndexOf("+")) + 1;
    return head.slice(cut).split(",").flatMap((name) => squares.split(",").map((square) => `${head.slice(0, cut)}${name}@${square}`));
  });

const square = (name) => ({ square: name });
const act = (name, values) => ({ act: name, ...values });

// The name of a square, as the server writes it, and whether the game is played with cards.
const root = document.getElementById("play");
const SQUARE = root.dataset.squareName;
const MOVE = new RegExp(`^(${SQUARE}(?:-${SQUARE}){0,2})?(.*)$`);
const FREED = new RegExp(`^=(${SQUARE})`);

// The steps of a turn in notation (docs/notation.md), in the order in which a player chooses them.
const stepsOf = (turn) => {
  if (turn === "*0" || turn === "+0") return [act("decline")];
  const part = turn.match(MOVE);
  const path = part[1] ? part[1].split("-") : [];
  const steps = path.length ? [square(path[0])] : [];
  if (path.length > 1) steps.push(square(path[path.length - 1]));
  if (path.length > 2) steps.push({ square: path[1], via: true });
  let rest = part[2];
  const alone = !path.length;
  if (rest.startsWith("*")) {
    const [piece, where] = rest.slice(1).split("@");
    steps.push(act("rescue"), { act: "piece", piece }, square(where));
  } else if (rest.startsWith("+")) {
    const [rank, where] = rest.slice(1).split("@");
    steps.push(act(root.classList.contains("deals") ? "lay" : "enter"), { act: "rank", rank }, square(where));
  } else if (rest.startsWith(">")) steps.push(square(rest.slice(1)));
  else if (rest === "!") steps.push(act("shuffle"));
  else if (rest === "?0") steps.push(act("hand"));
  else if (rest.startsWith("=") && rest.includes(":")) {
    const [where, rank] = rest.slice(1).split(":");
    steps.push(act("name"), square(where), { act: "rank", rank });
  } else {
    const freed = rest.match(FREED);
    if (freed) {
      steps.push(square(freed[1]));
      rest = rest.slice(freed[0].length);
    }
    if (rest.startsWith("?")) {
      const aims = rest.slice(1).split(",");
      if (path.length === 1 && !alone) steps.push(act("line"), ...aims.map(square));
      else steps.push(act("claim", { where: aims[0] }));
    }
  }
  return steps;
};

const keyOf = (step) => (step.act ? `${step.act} ${step.piece ?? step.rank ?? step.where ?? ""}` : step.square);

// Every turn as a way through a tree; `turn` marks where one ends.
const treeOf = (turns) => {
  const top = { next: new Map() };
  for (const turn of turns) {
    const steps = stepsOf(turn);
    // Two cards that are looked at may be chosen in either order.
    const ways = steps[1]?.act === "line" && steps.length === 4 ? [steps, [steps[0], steps[1], steps[3], steps[2]]] : [steps];
    for (const way of ways) {
      let at = top;
      for (const step of way) {
        const key = keyOf(step);
        if (!at.next.has(key)) at.next.set(key, { step, next: new Map() });
        at = at.next.get(key);
      }
      at.turn = turn;
    }
  }
  return top;
};

export { keyOf, stepsOf, treeOf, unpack };
