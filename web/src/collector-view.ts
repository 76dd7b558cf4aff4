// One collection, live: the stream of events says that something has changed, and what is shown is asked for anew, as
// often as the server can bear.
import { pathOf, Problem, type Api } from "./collector-api";
import { ActivityPart } from "./collector-activity";
import { Connection } from "./collector-connection";
import { downloadsPart } from "./collector-downloads";
import { GuaranteePart } from "./collector-guarantee";
import { stateBadge } from "./collector-list";
import { CollectionPage, type Choices } from "./collector-page";
import { ScreeningPart } from "./collector-screening";
import { statusLine } from "./collector-status";
import { TimePart } from "./collector-time";
import type { Activity, Collection, CollectionMap, Estimates, Screening, Update } from "./collector-types";
import { ValuesPart } from "./collector-values";
import { h, setText, whileBuilt } from "./dom";
import type { Language } from "./types";

const shortestPause = 2000;
const screeningPause = 10_000;

export interface ViewWishes {
  language: Language;
  api: Api;
  choices: Choices;
  listAddress: string;
  remember: () => void;
  refused: (problem: Problem) => void;
}

export class CollectionView {
  readonly element = h("main", { id: "content", tabindex: -1 });
  readonly connection: Connection;
  private readonly path: string;
  private readonly signal = whileBuilt();
  private page: CollectionPage | undefined;
  private parts:
    | { guarantee: GuaranteePart; activity: ActivityPart; values: ValuesPart; time: TimePart; screening: ScreeningPart }
    | undefined;
  private readonly head = h("p", { class: "line" });
  private readonly warning = h("div", { class: "odd-line", role: "status", hidden: true });
  private isRefreshing = false;
  private isWanted = false;
  private timer = 0;
  private pause = shortestPause;
  private screenedAt = 0;

  constructor(
    id: string,
    private readonly wishes: ViewWishes,
  ) {
    this.path = pathOf(id);
    this.connection = new Connection(
      this.signal,
      (signal, heard) => this.listen(signal, heard),
      (problem) => wishes.refused(problem),
    );
    document.addEventListener("visibilitychange", () => !document.hidden && this.isWanted && this.refreshSoon(), {
      signal: this.signal,
    });
    this.signal.addEventListener("abort", () => window.clearTimeout(this.timer));
  }

  private async listen(signal: AbortSignal, heard: () => void): Promise<void> {
    const { api } = this.wishes;
    const collection = await api.json<Collection>(this.path, signal);
    heard();
    this.setCollection(collection);
    this.isWanted = true;
    void this.refresh();
    await api.events(`${this.path}/events`, signal, heard, ({ name, data }) => {
      if (name !== "update") return;
      const { reports, updated, state } = JSON.parse(data) as Update;
      const known = this.page!.collection;
      const isNew = known.reports !== reports || known.state !== state;
      this.page!.collection = { ...known, reports, updated, state };
      this.showHead();
      this.parts!.activity.draw();
      if (isNew) this.refreshSoon();
    });
  }

  private setCollection(collection: Collection): void {
    if (this.page) {
      this.page.heard(collection);
      this.parts!.guarantee.update();
      this.showHead();
      return;
    }
    const { language, api, choices, remember } = this.wishes;
    const page = new CollectionPage(language, api, collection, choices, remember, () => this.refreshNow());
    const { text } = page;
    this.page = page;
    document.title = `${collection.title || collection.id} · Sourdine`;
    const time = new TimePart(page);
    const values = new ValuesPart(page, () => time.update());
    this.parts = {
      guarantee: new GuaranteePart(page),
      activity: new ActivityPart(page),
      values,
      time,
      screening: new ScreeningPart(page, (sentence) => this.warn(sentence)),
    };
    this.element.replaceChildren(
      h("p", { class: "back" }, h("a", { href: this.wishes.listAddress }, `← ${text.back}`)),
      h("h1", {}, collection.title || collection.id),
      this.head,
      statusLine(page, this.connection),
      this.warning,
      this.parts.guarantee.element,
      this.parts.activity.element,
      values.element,
      time.element,
      this.parts.screening.element,
      downloadsPart(page),
    );
    this.showHead();
    if (collection.has_map) void this.fetchMap();
  }

  /** What is odd is at the end of the page; that something is, is said at its top. */
  private warn(sentence: string): void {
    if (this.warning.dataset["said"] === sentence) return;
    this.warning.dataset["said"] = sentence;
    this.warning.hidden = sentence === "";
    const button = h("button", { type: "button", class: "download" }, this.page!.text.seeChecks);
    button.addEventListener("click", () => {
      const { element } = this.parts!.screening;
      element.scrollIntoView();
      element.focus({ preventScroll: true });
    });
    this.warning.replaceChildren(h("strong", {}, sentence), button);
  }

  private async fetchMap(): Promise<void> {
    try {
      this.parts!.values.setMap(await this.wishes.api.json<CollectionMap>(`${this.path}/map`, this.signal));
    } catch {
      // Without the map the same numbers are in bars and a table.
    }
  }

  private showHead(): void {
    const { collection, text } = this.page!;
    const { created, closed, state } = collection;
    const since = h("span", { class: "footnote" });
    const date = (time: string) => this.page!.format.generated(time);
    setText(since, state === "closed" && closed ? text.closedOn(date(closed)) : text.openSince(date(created)));
    if (this.head.dataset["state"] === state + String(closed)) return;
    this.head.dataset["state"] = state + String(closed);
    this.head.replaceChildren(stateBadge(this.page!, collection), " ", since);
  }

  private refreshSoon(): void {
    this.isWanted = true;
    if (this.isRefreshing || this.timer !== 0 || document.hidden) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      void this.refresh();
    }, this.pause);
  }
  private refreshNow(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.isWanted = true;
    if (!this.isRefreshing) void this.refresh();
  }

  private async refresh(): Promise<void> {
    if (this.isRefreshing || this.signal.aborted) return;
    this.isRefreshing = true;
    this.isWanted = false;
    const { api, choices } = this.wishes;
    const { page, parts } = this;
    const began = performance.now();
    const { confidence } = choices;
    try {
      const [collection, estimates, activity] = await Promise.all([
        api.json<Collection>(this.path, this.signal),
        api.json<Estimates>(`${this.path}/estimates?together=true&confidence=${confidence}`, this.signal),
        api.json<Activity>(`${this.path}/activity?minutes=60`, this.signal),
      ]);
      // The server is asked a twentieth of the time at most.
      this.pause = Math.max(shortestPause, 20 * (performance.now() - began));
      page!.setEstimates(estimates);
      this.setCollection(collection);
      parts!.activity.update(activity);
      parts!.values.update();
      parts!.time.update();
      if (Date.now() - this.screenedAt >= screeningPause) {
        parts!.screening.update(await api.json<Screening>(`${this.path}/screening`, this.signal));
        this.screenedAt = Date.now();
      }
      if (choices.confidence !== confidence) this.isWanted = true;
    } catch (error) {
      if (this.signal.aborted) return;
      if (error instanceof Problem && error.isRefusal) return this.wishes.refused(error);
      // The stream says whether the server is gone; it is asked again then, or here in a while.
      this.pause = Math.min(60_000, 2 * this.pause);
      this.isWanted = true;
      page!.problem = error instanceof Problem ? error.detail : "";
      parts!.values.update();
    } finally {
      this.isRefreshing = false;
    }
    if (this.isWanted) this.refreshSoon();
  }
}
