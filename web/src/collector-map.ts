// The map of a collection: that of the page of a release, given the shown estimates as if they were a release of one
// period. It is drawn once and follows the estimates.
import type { CollectionPage, ShownEstimate, Table } from "./collector-page";
import type { CollectionMap } from "./collector-types";
import { h, setText } from "./dom";
import { mapShape } from "./geometry";
import { regionMap } from "./map";
import { Page, type View } from "./page";
import type { PageData, PeriodSeries, Region } from "./types";

type Listener = (changed: Set<keyof View>) => void;

/** A release of one period, whose name is what the reader has chosen: a period, or all of them together. */
class MapPage extends Page {
  private readonly told: Listener[] = [];

  constructor(
    data: PageData,
    private readonly of: CollectionPage,
    chosen: Partial<View>,
  ) {
    super(data, of.language, chosen);
    const { text } = of;
    const unit = () => (of.choices.period === "" ? null : of.collection.period);
    Object.assign(this, {
      text: {
        ...this.text,
        mapTitle: () => text.mapTitle(of.shownName),
        legendCount: () => text.legendCount(unit()),
        legendShare: () => text.shareAxis,
        schematic: text.schematic,
      },
    });
  }
  override nameOf(): string {
    return this.of.shownName;
  }
  /** Nothing before the reader has chosen a region. */
  override get regionName(): string {
    return this.data.regions[this.view.region]?.name ?? "";
  }
  override get label(): string {
    return this.of.choices.period;
  }
  override get source(): string {
    return this.of.source;
  }
  override onChange(listener: Listener): void {
    super.onChange(listener);
    this.told.push(listener);
  }
  /** The numbers have changed. */
  refresh(): void {
    for (const listener of this.told) listener(new Set(["unit", "period"]));
  }
}

/** The series that the page of a release would have. */
function seriesOf(page: CollectionPage, estimates: ShownEstimate[], reports: number): PeriodSeries {
  const matrix = (field: "shown" | "lower" | "upper") => [estimates.map((one) => one[field])];
  return {
    unit: page.collection.period ?? "year",
    labels: [page.choices.period],
    totals: [reports],
    estimate: matrix("shown"),
    lower: matrix("lower"),
    upper: matrix("upper"),
  };
}

const noWords = { promise: "", protects: [], does_not_protect: [], not_private_because: [] };

export class CollectorMap {
  private map: CollectionMap | undefined;
  private drawn: { names: string; page: MapPage; figure: HTMLElement; written: string } | undefined;
  /** The chosen region in words: for fingers, which cannot be held over the map, and to say its main town. */
  private readonly told = h("p", { class: "told-region", id: "region" });

  constructor(private readonly page: CollectionPage) {}

  setMap(map: CollectionMap): void {
    this.map = map;
  }

  /** Nothing where fewer than two of the table's values are on the map. */
  show({ values, all: reports }: Table): HTMLElement | undefined {
    const { map, page } = this;
    if (!map) return undefined;
    const regionOf = (name: string): Region => map.regions?.find((region) => region.name === name) ?? { name };
    const isDrawable = ({ lat, lon }: Region) => map.geojson !== undefined || (lat !== undefined && lon !== undefined);
    const known = values.map((one) => ({ one, region: regionOf(one.value) }));
    const here = known.filter(({ region }) => isDrawable(region));
    const regions = here.map(({ region }) => region);
    if (regions.length < 2 || !mapShape(regions, map.geojson)) return undefined;
    const series = seriesOf(page, here.map(({ one }) => one), reports);
    const { measure } = page.choices;
    const names = JSON.stringify(regions);
    const written = JSON.stringify([series, measure, page.shownName]);
    if (this.drawn?.names === names) {
      const { page: mapPage, figure } = this.drawn;
      if (this.drawn.written !== written) {
        this.drawn.written = written;
        mapPage.data.periods[0] = series;
        mapPage.choose({ measure });
        mapPage.refresh();
        this.tell(mapPage);
      }
      return figure;
    }
    const missing = known.filter(({ region }) => !isDrawable(region)).map(({ region }) => region.name);
    const mapPage = this.pageOf(map, regions, series);
    const figure = regionMap(mapPage);
    if (!figure) return undefined;
    figure.id = "map";
    figure.querySelector(".stage")!.after(this.told);
    mapPage.onChange(() => this.tell(mapPage));
    this.tell(mapPage);
    if (missing.length > 0) {
      figure.append(h("figcaption", { class: "missing" }, page.text.notOnMap(missing.join(", "))));
    }
    this.drawn = { names, page: mapPage, figure, written };
    return figure;
  }

  private tell(mapPage: MapPage): void {
    const { page, map } = this;
    const { regionName: name } = mapPage;
    if (name === "") return setText(this.told, page.text.chooseRegion);
    const { estimate, lower, upper } = mapPage.shown(0, mapPage.view.region);
    const seat = map?.regions?.find((region) => region.name === name)?.seat;
    const numbers = `${page.number(estimate)} (${page.text.fromTo(page.number(lower), page.number(upper))})`;
    const facts = [numbers, seat ? page.text.mainTown(seat) : ""].filter(Boolean).join(" · ");
    this.told.replaceChildren(h("strong", {}, name), h("span", {}, facts));
  }

  private pageOf(map: CollectionMap, regions: Region[], series: PeriodSeries): MapPage {
    const { page } = this;
    const { collection, choices } = page;
    const data: PageData = {
      schema: 2,
      language: page.language,
      title: page.file(collection.title || collection.id),
      generated: "",
      software: "",
      events_word: page.text.events,
      guarantee: {
        epsilon: collection.guarantee.epsilon,
        epsilon_asked: collection.guarantee.epsilon_asked,
        oracle: "",
        oracle_title: "",
        is_private: page.isPrivateNow,
        randomness: collection.randomness,
        words: { en: noWords, fr: noWords },
      },
      // The map says of a region what the bars and the table say, its value: a seat would be a second name for it.
      regions: regions.map(({ seat, ...region }) => region),
      ...(map.geojson ? { geojson: map.geojson } : {}),
      confidence: choices.confidence,
      periods: [series],
    };
    const chosen = regions.findIndex(({ name }) => name === choices.region);
    const made = new MapPage(data, page, {
      measure: choices.measure,
      region: chosen,
    });
    made.onChange(() => (choices.region = made.regionName));
    return made;
  }
}
