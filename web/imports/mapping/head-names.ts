import type { MappedField } from "../statement/mapping.ts";

/**
 * Names of columns in exports of brokers, in English, Khmer, German, French, Spanish, Portuguese, Russian and Chinese. `time` and `price` are also those of
 * openings and closings where a head has them twice. Behind `=`, a name that says nothing as a part of another one.
 */
const NAMES: Readonly<Record<MappedField, string>> = {
  symbol:
    "symbol|instrument|ticker|pair|market|asset|contract|contracts|security|product|item|name|currency pair|symbole|paire|actif|wertpapier|basiswert|símbolo|activo|ativo|papel|instrumento|par|produto|инструмент|символ|тикер|актив|пара|代码|品种|合约|交易对|证券代码|标的|និមិត្តសញ្ញា|ឧបករណ៍|គូ",
  side: "side|direction|dir|type|action|buy/sell|b/s|way|order type|transaction|long/short|position side|richtung|typ|art|kauf/verkauf|sens|direction de l'ordre|achat/vente|lado|tipo|dirección|direção|sentido|compra/venta|c/v|operación|operação|направление|тип|сторона|операция|方向|买卖|类型|买卖方向|交易方向|ទិសដៅ|ប្រភេទ|ទិញ/លក់",
  quantity:
    "quantity|qty|volume|size|lots|lot|amount|units|shares|filled|executed|position size|contracts traded|closing quantity|menge|anzahl|stück|volumen|größe|quantité|taille|nombre|cantidad|volumen|tamaño|lotes|quantidade|qtd|количество|объем|объём|лоты|лот|кол-во|数量|手数|成交量|成交数量|បរិមាណ|ចំនួន|ឡូត៍",
  time: "time|date/time|datetime|date and time|timestamp|trade time|execution time|executed at|transaction time|filled at|zeit|uhrzeit|zeitpunkt|ausführungszeit|heure|horodatage|date et heure|hora|fecha y hora|fecha/hora|data/hora|data e hora|horário|время|дата и время|дата/время|时间|成交时间|日期时间|交易时间|ពេលវេលា|ម៉ោង",
  date: "date|day|trade date|datum|tag|handelstag|jour|date de transaction|fecha|día|data|dia|дата|день|日期|交易日期|成交日期|កាលបរិច្ឆេទ|ថ្ងៃ",
  opened:
    "=open|buy date|buy time|date in|open time|opened|opening time|entry time|entry date|open date|time open|opened at|entered at|bought at|entry|eröffnung|öffnungszeit|eröffnungszeit|einstiegszeit|eröffnet|ouverture|heure d'ouverture|date d'ouverture|heure d'entrée|apertura|hora de apertura|fecha de apertura|hora de entrada|abertura|data abertura|hora de abertura|время открытия|дата открытия|открытие|время входа|开仓时间|入场时间|买入时间|ម៉ោងបើក|ពេលបើក",
  closed:
    "=close|sell date|sell time|date out|close time|closed|closing time|exit time|exit date|close date|time close|closed at|exited at|sold at|exit|schluss|schließzeit|schlusszeit|ausstiegszeit|geschlossen|fermeture|clôture|heure de fermeture|heure de clôture|date de clôture|heure de sortie|cierre|hora de cierre|fecha de cierre|hora de salida|fechamento|data fechamento|hora de fechamento|время закрытия|дата закрытия|закрытие|время выхода|平仓时间|出场时间|卖出时间|ម៉ោងបិទ|ពេលបិទ",
  price:
    "price|rate|fill price|avg price|average price|execution price|trade price|avg fill price|preis|kurs|ausführungskurs|prix|cours|precio|preço|preço médio|cotação|цена|курс|价格|成交价|成交价格|成交均价|តម្លៃ",
  entryPrice:
    "entry price|in|open price|opening price|price open|buy price|avg entry price|entry rate|open rate|einstiegspreis|einstiegskurs|eröffnungskurs|eröffnungspreis|kaufkurs|prix d'entrée|prix d'ouverture|cours d'ouverture|precio de entrada|precio de apertura|preço de entrada|preço de abertura|preço entrada|цена входа|цена открытия|开仓价|开仓价格|入场价|买入价|តម្លៃបើក|តម្លៃចូល",
  exitPrice:
    "exit price|out|close price|closing price|price close|sell price|avg exit price|exit rate|close rate|ausstiegspreis|ausstiegskurs|schlusskurs|schlusspreis|verkaufskurs|prix de sortie|prix de fermeture|prix de clôture|cours de clôture|precio de salida|precio de cierre|preço de saída|preço de fechamento|preço saída|цена выхода|цена закрытия|平仓价|平仓价格|出场价|卖出价|តម្លៃបិទ|តម្លៃចេញ",
  stopPrice:
    "stop price|stop loss|sl|s/l|stop|stopp|stop-loss|stop loss price|стоп|стоп-лосс|стоп лосс|止损|止损价|បញ្ឈប់ការខាតបង់",
  profit:
    "profit|p/l|p&l|pnl|pl|profit/loss|realized p/l|realized pnl|realized profit|realised p/l|gross profit|net profit|net p/l|net p&l|net pnl|result|gain|gain/loss|return|gewinn|ergebnis|gewinn/verlust|g/v|nettogewinn|bénéfice|gain/perte|résultat|profit net|résultat net|beneficio|ganancia|resultado|resultado neto|beneficio neto|lucro|lucro/prejuízo|resultado líquido|прибыль|прибыль/убыток|результат|чистая прибыль|финансовый результат|盈亏|利润|收益|平仓盈亏|净利润|净盈亏|ចំណេញ|ចំណេញ/ខាត|លទ្ធផល|ចំណេញសុទ្ធ",
  swap: "swap|swaps|rollover|overnight|financing|funding|interest|overnight fee|finanzierung|financement|financiación|financiamento|своп|隔夜利息|库存费|资金费|ការប្រាក់ពេលយប់",
  fee: "fee|fees|commission|commissions|comm|comm/fee|cost|costs|brokerage|gebühr|gebühren|provision|kommission|kosten|frais|comisión|comisiones|tarifa|taxa|taxas|comissão|corretagem|custos|комиссия|комиссии|сбор|手续费|佣金|费用|កម្រៃ|ថ្លៃសេវា|កម្រៃជើងសា",
  id: "ticket|id|trade id|order id|position id|deal|deal id|order|order no|trade no|position|trade|trade #|order number|execution id|transaction id|exec id|auftrag|auftragsnummer|ordernummer|ordre|numéro|n° d'ordre|orden|número|número de orden|ordem|номер|номер сделки|сделка|ордер|тикет|订单号|成交编号|编号|单号|លេខ|លេខសំបុត្រ|លេខបញ្ជាទិញ",
  currency:
    "currency|ccy|account currency|quote asset|fee currency|währung|devise|moneda|divisa|moeda|валюта|币种|货币|រូបិយប័ណ្ណ",
};

const SIDES: Readonly<Record<"Buy" | "Sell", string>> = {
  Buy: "buy|b|bought|long|l|bid|kauf|kaufen|k|achat|acheter|compra|comprar|c|покупка|купить|лонг|买|买入|开多|多|做多|ទិញ",
  Sell: "sell|s|sold|short|ask|verkauf|verkaufen|v|vente|vendre|venta|vender|venda|продажа|продать|шорт|卖|卖出|开空|空|做空|លក់",
};

const CURRENCY = /\s(?:usd|usdt|usdc|eur|gbp|jpy|chf|aud|cad|brl|rub|cny|khr|btc|[$€£¥])$/;

/** A name without accents, brackets, signs and a currency behind it. */
function plainName(text: string): string {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, (mark) => (mark < "\u0370" ? "" : mark));
  const words = plain
    .toLowerCase()
    .replaceAll(/[([].*?[)\]]/g, " ")
    .replaceAll(/[_.:#№]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return words.replace(CURRENCY, "");
}

function wordsOf(names: string): readonly string[] {
  return names.split("|").map(plainName);
}

const KNOWN = Object.entries(NAMES).map(([field, names]) => ({
  // The keys of the table above.
  field: field as MappedField,
  names: wordsOf(names),
}));
const KNOWN_SIDES = { Buy: new Set(wordsOf(SIDES.Buy)), Sell: new Set(wordsOf(SIDES.Sell)) };

/** How well a head names each field: 3 it is one of its names, 2 it begins or ends with one, 1 it has one among others. */
export function fieldsNamed(head: string): { field: MappedField; score: number }[] {
  const name = plainName(head);
  if (name === "") return [];
  return KNOWN.flatMap(({ field, names }) => {
    const score = Math.max(...names.map((known) => scoreOf(name, known)));
    return score > 0 ? [{ field, score }] : [];
  });
}

function scoreOf(name: string, known: string): number {
  if (name === known || known === `=${name}`) return 3;
  if (known.length < 3) return 0;
  const padded = ` ${name} `;
  if (padded.startsWith(` ${known} `) || padded.endsWith(` ${known} `)) return 2;
  return padded.includes(` ${known} `) ? 1 : 0;
}

/** The side that a cell names in any of the languages; null of another text. */
export function sideNamed(text: string): "Buy" | "Sell" | null {
  const name = plainName(text);
  const [first = ""] = name.split(/[\s/]/);
  for (const side of ["Buy", "Sell"] as const) {
    if (KNOWN_SIDES[side].has(name) || KNOWN_SIDES[side].has(first)) return side;
  }
  return null;
}

/** Whether a head says that a result has its costs in it. */
export function isNetName(head: string): boolean {
  return /\bnet|neto|líquido|чист|净|សុទ្ធ/iu.test(head);
}
