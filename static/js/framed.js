// A frame on a page of another site: what needs scripts is shown. Nothing is kept in the browser for it.
document.documentElement.classList.add("js");
