// Runs axe-core on the page that is shown, once it has loaded: what it finds broken. Evaluated by `looks.py`.
//
// Most of what axe-core costs is the grid of all that lies on a page, which it makes for colours and for sizes. So what is
// sure without it is not asked of axe-core:
//
// - Contrast is tried on one text of each kind: texts of one colour and size on the same grounds, as far as the styles of
//   all that they lie in tell. What is placed by coordinates may lie on anything: unless it covers that, its texts are
//   kinds of their own. A text stands for its kind only if axe-core could judge it. Texts in drawings it never judges.
// - A kind that was sound on an earlier page is not tried again, nor is a kind of link in a text. `known` tells of them,
//   and `sound` what this page adds.
// - A target that is large and overlaps no other one is large enough, and so is one that is far from all others.
// - Where only colours are asked for and all of them are known, axe-core is not asked.
//
// `changed` tells what is shown now and was not when `keep` was asked for, or the other way round; `beyond`, how far the
// page goes on beside its window, and below its last word: what is out of the flow, as hidden texts are, lies anywhere if
// nothing around it is positioned; `titles`, how many headings of the first rank are plainly there.
async ([address, options, known, keep]) => {
  if (document.readyState !== "complete") await new Promise((loaded) => addEventListener("load", loaded, { once: true }));
  if (!("axe" in window)) {
    const script = document.createElement("script");
    script.src = address;
    await new Promise((loaded, failed) => {
      script.onload = loaded;
      script.onerror = () => failed(new Error(`${address} is not there`));
      document.head.append(script);
    });
    script.remove();
    axe.whole = { evaluate: axe._audit.checks["color-contrast"].evaluate };
    for (const name of ["color-contrast", "link-in-text-block", "target-size"])
      axe.whole[name] = axe._audit.getRule(name).matches;
  }

  const hash = (text) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return (one >>> 0).toString(36) + (other >>> 0).toString(36);
  };
  const named = (element) => `${element.localName} ${element.getAttribute("class")}`;

  const PLACED = new Set(["absolute", "fixed", "sticky"]);
  const grounds = new Map();
  const ground = (element) => {
    if (element === null) return { below: "", through: "", alone: "", unseen: false };
    if (!grounds.has(element)) {
      const around = ground(element.parentElement);
      const style = getComputedStyle(element);
      const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, clip, clipPath } = style;
      const clipped = (clip === "rect(0px, 0px, 0px, 0px)" && /absolute|fixed/.test(style.position)) || clipPath === "inset(50%)";
      const clear = backgroundImage === "none" && backgroundColor === "rgba(0, 0, 0, 0)";
      const own = clear ? "" : `${backgroundColor}|${backgroundImage}|`;
      const how = [opacity, filter, mixBlendMode].join("|");
      const through = around.through + (how === "1|none|normal" ? "" : `${how}|`);
      const covers = backgroundImage === "none" && backgroundColor.startsWith("rgb(") && through === "";
      grounds.set(element, {
        below: covers ? own : around.below + own,
        through,
        // The last one around it, itself among them, that is placed by coordinates, and no cover since.
        alone: covers ? "" : PLACED.has(style.position) ? `alone ${grounds.size}` : around.alone,
        unseen: around.unseen || clipped, // it is there for the ear alone
      });
    }
    return grounds.get(element);
  };
  const kinds = new Map();
  const kindOf = (element) => {
    if (!kinds.has(element)) {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const length = Math.min(element.textContent.trim().length, 2);
      const { below, through, alone } = ground(element);
      kinds.set(element, alone + hash([color, fontSize, fontWeight, textShadow, length, below, through].join("|")));
    }
    return kinds.get(element);
  };
  const onItsOwn = (kind) => kind.startsWith("alone");
  const hasText = (element) =>
    element.matches("input, select, textarea, button") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  const before = new Set(known.split(" ").filter(Boolean));
  const sound = new Set();
  const judged = new Map();
  axe._audit.getRule("color-contrast").matches = (element) =>
    !(element instanceof SVGElement) && hasText(element) && !before.has(kindOf(element));
  axe._audit.checks["color-contrast"].evaluate = function (element, settings, node, context) {
    const kind = kindOf(element);
    let result = judged.get(kind);
    if (result === undefined) {
      if (!axe.whole["color-contrast"](element, node, context)) return true;
      result = axe.whole.evaluate.call(this, element, settings, node, context);
      if (result === undefined) return result;
      judged.set(kind, result);
    }
    if (result && !onItsOwn(kind)) sound.add(kind);
    return result;
  };

  const links = new Set();
  const placeOf = (element) => {
    const { fontStyle, textDecoration, borderBottom } = getComputedStyle(element);
    const around = [];
    for (let one = element; one !== null; one = one.parentElement) {
      around.push(kindOf(one));
      if (getComputedStyle(one).display !== "inline") break;
    }
    return around.some(onItsOwn) ? null : hash([...around, fontStyle, textDecoration, borderBottom].join("|"));
  };
  axe._audit.getRule("link-in-text-block").matches = (element, node, context) => {
    if (!axe.whole["link-in-text-block"](element, node, context)) return false;
    const place = placeOf(element);
    if (place === null) return true;
    if (before.has(place)) return false;
    links.add(place);
    return true;
  };

  const LINK = "a[href], [role=link]";
  const isBlock = (element) => /^(block|list-item|table.*|flex|grid)$/.test(getComputedStyle(element).display);
  const besideText = (element) => {
    if (/^inline-/.test(getComputedStyle(element).display)) return false;
    let block = element;
    while (!isBlock(block)) block = block.parentElement;
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest(LINK)) return block !== element;
    return false;
  };
  const WORDLESS = "input:is([type=checkbox], [type=radio], [type=range], [type=color])";
  const seen = (element) => element.checkVisibility() && !(element instanceof SVGElement) && !ground(element).unseen;
  const coloursAreKnown = () =>
    ![document.body, ...document.body.querySelectorAll("*")].some(
      (element) =>
        seen(element) &&
        ((hasText(element) && !element.matches(WORDLESS) && !before.has(kindOf(element))) ||
          (element.matches(LINK) && !before.has(placeOf(element)) && besideText(element))),
    );

  const TARGETS =
    "a, area, button, input, select, textarea, summary, iframe, object, audio, video, [tabindex], [contenteditable]";
  // Only what lies in the same scrolled box can overlap, as axe-core has it too.
  const scrollers = new Map([[document.body, null]]);
  const scroller = (element) => {
    if (!scrollers.has(element)) {
      const around = element.parentElement;
      const { overflowX, overflowY } = getComputedStyle(around);
      const scrolls =
        (around.scrollWidth > around.clientWidth && /auto|scroll/.test(overflowX)) ||
        (around.scrollHeight > around.clientHeight && /auto|scroll/.test(overflowY));
      scrollers.set(element, scrolls ? around : scroller(around));
    }
    return scrollers.get(element);
  };
  const boxes = [];
  const largeOrFar = (element) => {
    if (!boxes.length)
      for (const one of document.body.querySelectorAll("*"))
        if (one.checkVisibility() && (one.matches(TARGETS) || !one.ownerSVGElement))
          boxes.push([one, one.getBoundingClientRect(), one.matches(TARGETS), scroller(one)]);
    const own = element.getBoundingClientRect();
    const large = own.width >= 24 && own.height >= 24;
    const [x, y] = [own.left + own.width / 2, own.top + own.height / 2];
    const within = scroller(element);
    return boxes.every(([one, box, target, inside]) => {
      if (one === element || inside !== within || !box.width || !box.height) return true;
      const across = Math.min(own.right, box.right) - Math.max(own.left, box.left);
      const down = Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top);
      if (across > 0.05 && down > 0.05)
        return one.contains(element) ? one.tabIndex < 0 || !target : element.contains(one) && !target;
      if (large || !target) return true;
      const near = Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0));
      return near >= 12 && Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y) >= 24;
    });
  };
  axe._audit.getRule("target-size").matches = (element, node, context) =>
    axe.whole["target-size"](element, node, context) && !largeOrFar(element);

  const shown = () => new Set([...document.body.querySelectorAll("*")].filter((element) => element.checkVisibility()));
  const changed = new Set();
  if (keep) {
    axe.kept = shown();
  } else if (axe.kept) {
    const now = shown();
    for (const one of new Set([...axe.kept, ...now]))
      if (axe.kept.has(one) !== now.has(one) && one.isConnected && !(one instanceof SVGElement))
        changed.add([named(one.parentElement), named(one), ...one.getAttributeNames().sort()].join(" "));
  }

  const onlyColours = options.runOnly.type === "rule";
  const { violations, incomplete } =
    onlyColours && coloursAreKnown() ? { violations: [], incomplete: [] } : await axe.run(options);
  if (![...violations, ...incomplete].some(({ id }) => id === "link-in-text-block"))
    for (const place of links) sound.add(place);

  const { scrollWidth, scrollHeight } = document.documentElement;
  const end = Math.max(innerHeight, document.body.getBoundingClientRect().bottom + scrollY);
  const beyond = [scrollWidth - innerWidth, Math.floor(scrollHeight - end)];
  const titles = [...document.querySelectorAll("h1, [role=heading][aria-level='1']")].filter(
    (title) => title.checkVisibility({ visibilityProperty: true }) && !title.closest("[aria-hidden=true], [inert], dialog"),
  ).length;
  return { violations, sound: [...sound].join(" "), changed: [...changed], beyond, titles };
};
