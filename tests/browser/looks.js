// Runs axe-core on the page that is shown: what it finds broken. Evaluated by `looks.py`.
//
// Most of what axe-core costs is the rule of contrast, which it tries on each text by itself. Here it is tried on one
// text of each kind: texts of one colour and size on the same grounds, as far as the styles of all that they lie in
// tell. Who is placed by coordinates may lie on anything, and so is a kind of its own. A text stands for its kind only
// if axe-core could judge it. Texts in drawings it never judges: they are left out before it begins.
async ([address, options]) => {
  if (!("axe" in window)) {
    const script = document.createElement("script");
    script.src = address;
    await new Promise((loaded, failed) => {
      script.onload = loaded;
      script.onerror = () => failed(new Error(`${address} is not there`));
      document.head.append(script);
    });
    script.remove();
    const rule = axe._audit.getRule("color-contrast");
    const check = axe._audit.checks["color-contrast"];
    axe.whole = { matches: rule.matches, evaluate: check.evaluate };
  }

  const numbers = new Map();
  const number = (what) => {
    if (!numbers.has(what)) numbers.set(what, numbers.size);
    return numbers.get(what);
  };
  const grounds = new Map();
  const ground = (element) => {
    if (element === null) return "";
    if (!grounds.has(element)) {
      const style = getComputedStyle(element);
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style;
      const alone = ["absolute", "fixed", "sticky"].includes(style.position) ? grounds.size : "";
      const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode, alone];
      grounds.set(element, number([ground(element.parentElement), ...own].join("|")));
    }
    return grounds.get(element);
  };
  const kind = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const length = Math.min(element.textContent.trim().length, 2);
    return [ground(element), color, fontSize, fontWeight, textShadow, length].join("|");
  };
  const hasText = (element) =>
    element.matches("input, select, textarea, button") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const judged = new Set();
  axe._audit.getRule("color-contrast").matches = (element) => !(element instanceof SVGElement) && hasText(element);
  axe._audit.checks["color-contrast"].evaluate = function (element, settings, node, context) {
    const own = kind(element);
    if (judged.has(own) || !axe.whole.matches(element, node, context)) return true;
    const result = axe.whole.evaluate.call(this, element, settings, node, context);
    if (result !== undefined) judged.add(own);
    return result;
  };
  return (await axe.run(options)).violations;
};
