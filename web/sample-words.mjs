// The names and sentences of the sample release. Towns, their coordinates and the populations are public facts.
export const doubsRegions = [
  ["CA du Grand Besançon", "Besançon", 47.2378, 6.0241, 193187],
  ["CA Pays de Montbéliard Agglomération", "Montbéliard", 47.5103, 6.7983, 139989],
  ["CC Altitude 800", "Levier", 46.9536, 6.1192, 6278],
  ["CC de Montbenoit", "Montbenoît", 46.9936, 6.4636, 7586],
  ["CC des Deux Vallées Vertes", "L’Isle-sur-le-Doubs", 47.4442, 6.5842, 16293],
  ["CC des Lacs et Montagnes du Haut-Doubs", "Labergement-Sainte-Marie", 46.7719, 6.2756, 15721],
  ["CC des Portes du Haut-Doubs", "Valdahon", 47.1497, 6.345, 25869],
  ["CC du Doubs Baumois", "Baume-les-Dames", 47.3525, 6.3614, 16167],
  ["CC du Grand Pontarlier", "Pontarlier", 46.9042, 6.355, 26976],
  ["CC du Pays d’Héricourt", "Héricourt", 47.5772, 6.7617, 1048],
  ["CC du Pays de Maîche", "Maîche", 47.2522, 6.8042, 18686],
  ["CC du Pays de Sancey-Belleherbe", "Sancey", 47.2942, 6.5864, 5488],
  ["CC du Plateau de Frasne et du Val de Drugeon (CFD)", "Frasne", 46.8547, 6.1586, 5949],
  ["CC du Plateau de Russey", "Le Russey", 47.1617, 6.7297, 6478],
  ["CC du Val de Morteau", "Morteau", 47.0578, 6.605, 20463],
  ["CC du Val Marnaysien", "Marnay", 47.2881, 5.7744, 7045],
  ["CC Loue-Lison", "Ornans", 47.1067, 6.1436, 25268],
].map(([name, seat, lat, lon, population]) => ({ name, seat, lat, lon, population }));

// Forty-one invented quarters of an invented city, many close together and some with long names: for the map's labels.
const quarters =
  "Harbour,Old Market,North Beach Terrace,Saint Brendan’s Hill,Lower Canal,Upper Canal,Museum Quarter,Tannery Row," +
  "Financial District/South Wharf,Lantern Street,Copper Hill,Mill Lane,Ferry Landing,West of the Avenue,Orchard Park," +
  "Glass Works,Station Quarter,University Gardens,Cathedral Close,Bridge End,Silver Terrace,Portside,Quarry Bank," +
  "Windmill Hill,Garrison,Botanic Slopes,Outer Meadows,Inner Meadows,Saltmarsh,Twin Peaks View,Lakeshore Drive East," +
  "Lakeshore Drive West,Golden Fields,Presidio Heights Annex,Visitors’ Valley,Bayview and Hunters’ Point,Foundry," +
  "Rope Walk,Observatory,Sunset Parade,Little Ravine";
export const crowdedRegions = quarters.split(",").map((name, i) => {
  // A spiral: dense in the middle, as cities are.
  const angle = 2.4 * i,
    radius = 0.006 * i ** 0.75;
  const place = { lat: 47.2 + radius * Math.sin(angle), lon: 6.0 + 1.4 * radius * Math.cos(angle) };
  return { name, ...place, population: Math.round(30000 / (1 + 0.15 * ((7 * i) % 41))) };
});

export const words = {
  en: {
    title: "Interventions in the Doubs, 2006–2018 (sample data)",
    events: "interventions",
    oracle: "symmetric unary encoding (basic one-time RAPPOR)",
    randomness: "the operating system's secure generator",
    seeded: "seeded, not private",
    promise:
      "Had any one event taken place in another region, everything published here would have been as likely, up to a factor of 5.42 (ε = 1.6899).",
    protects: [
      "The region of one intervention, given that it happened at that time: whatever is published, every region stays plausible.",
      "The protection was applied to each record before anything was counted, and cannot be undone by later work on these files.",
    ],
    doesNotProtect: [
      "That an intervention happened, and when: the totals of each period are exact.",
      "Several interventions for one person: with m of them the bound becomes m times ε.",
    ],
    because: [
      "The randomness was seeded: whoever knows the seed can undo the protection.",
      "The ratio filter publishes exact means of the year 2017.",
    ],
    models: {
      ours: "Our private model",
      raw: "Same model on the raw data",
      paper: "The paper’s private model",
      ratio: "The paper’s model with exact ratios",
      weekday: "Average of the weekday",
    },
    notes: { ours: "smoothed inputs, lags and holidays", ratio: "uses exact means of 2017, so it is not private" },
  },
  fr: {
    title: "Interventions dans le Doubs, 2006–2018 (données d’exemple)",
    events: "interventions",
    oracle: "codage unaire symétrique (RAPPOR simple)",
    randomness: "le générateur sûr du système d’exploitation",
    seeded: "graine fixée, non privé",
    promise:
      "Si un événement, n'importe lequel, avait eu lieu dans une autre région, tout ce qui est publié ici aurait été aussi probable, à un facteur 5,42 près (ε = 1,6899).",
    protects: [
      "La région d’une intervention, sachant qu’elle a eu lieu à ce moment : quoi qu’on publie, chaque région reste plausible.",
      "La protection a été appliquée à chaque enregistrement avant tout comptage ; aucun traitement ultérieur ne peut la défaire.",
    ],
    doesNotProtect: [
      "Qu’une intervention a eu lieu, et quand : les totaux de chaque période sont exacts.",
      "Plusieurs interventions pour une même personne : avec m d’entre elles, la borne devient m fois ε.",
    ],
    because: [
      "Le hasard vient d’une graine fixée : qui la connaît peut défaire la protection.",
      "Le filtre par ratio publie les moyennes exactes de l’année 2017.",
    ],
    models: {
      ours: "Notre modèle privé",
      raw: "Le même modèle sur les données brutes",
      paper: "Le modèle privé de l’article",
      ratio: "Le modèle de l’article avec ratios exacts",
      weekday: "Moyenne du jour de la semaine",
    },
    notes: {
      ours: "entrées lissées, décalages et jours fériés",
      ratio: "utilise les moyennes exactes de 2017, donc non privé",
    },
  },
};
