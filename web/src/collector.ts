// The dashboard of a collector: log in with a reader token, see what is collected, and one collection live. The page
// holds no data; whatever it shows it asks the server that it came from.
import { readAddress, writeAddress } from "./address";
import { Api, keptToken, pathOf, Problem } from "./collector-api";
import { Connection } from "./collector-connection";
import { ListPart, loginPart, refusalOf } from "./collector-list";
import { noChoices, Say, type Choices } from "./collector-page";
import { statusLine } from "./collector-status";
import type { Collection, Screening } from "./collector-types";
import { CollectionView } from "./collector-view";
import { h, startOver, whileBuilt } from "./dom";
import { focusLanguageSwitch, isLanguage, languageSwitch } from "./language";
import type { Language } from "./types";

const listPause = 5000;
const listScreeningPause = 60_000;

interface Place {
  language: Language;
  collection: string; // empty: the list
}

let token = keptToken.read();
let said: (say: Say) => string = () => ""; // on the log-in: why it is shown
let choices: { of: string; made: Choices } = { of: "", made: noChoices() };

function placeFrom(address: URLSearchParams): Place {
  const asked = address.get("lang");
  const spoken = navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
  return { language: isLanguage(asked) ? asked : spoken, collection: address.get("collection") ?? "" };
}

/** What a link to a collection, or a reload, says about the view; the token is never in it. */
function choicesFrom(collection: string, address: URLSearchParams): Choices {
  const made = noChoices();
  if (choices.of === collection) {
    made.lines = choices.made.lines;
    made.region = choices.made.region;
  }
  made.period = address.get("period") ?? "";
  made.attribute = address.get("question") ?? "";
  if (address.get("measure") === "share") made.measure = "share";
  if (address.get("order") === "largest") made.order = "largest";
  const confidence = Number(address.get("confidence"));
  if ([0.9, 0.99].includes(confidence)) made.confidence = confidence;
  choices = { of: collection, made };
  return made;
}

function addressOf({ language, collection }: Place): Record<string, string> {
  const address: Record<string, string> = { lang: language };
  if (collection === "") return address;
  address["collection"] = collection;
  if (choices.of !== collection) return address;
  const { period, attribute, measure, order, confidence } = choices.made;
  if (period) address["period"] = period;
  if (attribute) address["question"] = attribute;
  if (measure !== "count") address["measure"] = measure;
  if (order !== "given") address["order"] = order;
  if (confidence !== 0.95) address["confidence"] = String(confidence);
  return address;
}
const linkTo = (place: Place) => `#${new URLSearchParams(addressOf(place)).toString()}`;

function leave(why: (say: Say) => string): void {
  token = null;
  keptToken.forget();
  said = why;
  choices = { of: "", made: noChoices() };
  show();
}

function refused(problem: Problem, place: Place): void {
  // A token for one collection may not see another, but is a good one.
  const isForeign = problem.status === 403 && place.collection !== "";
  if (problem.isRefusal && !isForeign) return leave((say) => refusalOf(say, problem));
  // There is no such collection: say so, and show the others.
  startOver();
  const say = new Say(place.language);
  frame(
    say,
    place,
    h(
      "main",
      { id: "content" },
      h("h1", {}, say.text.listTitle),
      h("p", { class: "told", role: "alert" }, say.text.noSuchCollection),
      h("p", { class: "back" }, h("a", { href: linkTo({ ...place, collection: "" }) }, `← ${say.text.back}`)),
    ),
  );
}

function listPart(say: Say, place: Place, api: Api): HTMLElement {
  const part = new ListPart(say, (id) => linkTo({ ...place, collection: id }));
  let screenedAt = 0;
  // Whoever looks after many collections must not have to open each to learn that one is odd.
  const screen = async (collections: Collection[], signal: AbortSignal) => {
    if (Date.now() - screenedAt < listScreeningPause) return;
    screenedAt = Date.now();
    for (const { id } of collections) {
      const screening = await api.json<Screening>(`${pathOf(id)}/screening`, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (screening) part.setOdd(id, screening.checks.some(({ is_odd }) => is_odd));
    }
    part.update(collections);
  };
  const poll = async (signal: AbortSignal, heard: () => void) => {
    for (;;) {
      const { collections } = await api.json<{ collections: Collection[] }>("/v1/collections", signal);
      heard();
      part.update(collections);
      await screen(collections, signal);
      await new Promise((done) => window.setTimeout(done, listPause));
      if (signal.aborted) return;
    }
  };
  const connection = new Connection(whileBuilt(), poll, (problem) => refused(problem, place));
  part.element.querySelector("h1")!.after(statusLine(say, connection));
  void connection.run();
  return part.element;
}

/** What is around every view: the name, the languages, the way out. */
function frame(say: Say, place: Place, content: HTMLElement): void {
  const { text, language } = say;
  window.addEventListener("hashchange", () => show(), { signal: whileBuilt() });
  const logout = h("button", { type: "button", class: "download", id: "logout" }, text.logout);
  logout.addEventListener("click", () => leave((next) => next.text.loggedOut));
  document.documentElement.lang = language;
  document.getElementById("page")!.replaceChildren(
    h("a", { class: "skip", href: "#content" }, text.skip),
    h(
      "header",
      { class: "bar" },
      h("p", { class: "kicker" }, text.product),
      h(
        "div",
        { class: "bar-right" },
        languageSwitch(language, (next) => {
          const top = window.scrollY;
          writeAddress(addressOf({ ...place, language: next }));
          show();
          window.scrollTo({ top });
          focusLanguageSwitch();
        }),
        token === null ? "" : logout,
      ),
    ),
    content,
    h("footer", {}, h("p", {}, text.footer)),
  );
  // The address after "#" is where the reader is, so that a link to a part of the page must not replace it.
  document.querySelector(".skip")!.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("content")?.focus();
  });
}

function show(): void {
  startOver();
  const address = readAddress();
  const place = placeFrom(address);
  const say = new Say(place.language);
  document.title = `${say.text.product} · Sourdine`;
  if (token === null) {
    const why = said(say);
    const part = loginPart(say, why, (entered) => {
      token = entered;
      keptToken.write(entered);
      said = () => "";
      show();
    });
    part.id = "content";
    return frame(say, place, part);
  }
  const api = new Api(token);
  if (place.collection === "") return frame(say, place, listPart(say, place, api));
  const view = new CollectionView(place.collection, {
    language: place.language,
    api,
    choices: choicesFrom(place.collection, address),
    listAddress: linkTo({ ...place, collection: "" }),
    remember: () => writeAddress(addressOf(place)),
    refused: (problem) => refused(problem, place),
  });
  const waiting = h("div", {}, statusLine(say, view.connection));
  view.element.append(waiting);
  frame(say, place, view.element);
  void view.connection.run();
}

show();
