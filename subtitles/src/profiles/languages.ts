// Facts about a language that hold in every profile. Keys are ISO 639-3.
export type SubtitleLanguage = {
  name: string
  /** The BCP 47 tag. Undefined for a language that is not in the list. */
  locale: string | undefined
  /** Codes of ISO 639-2/B, and of what counts as the same language. */
  otherCodes?: readonly string[]
  /**
   * The scripts of a language that is not written in Latin. Its texts may contain Latin letters too,
   * in brands for example.
   */
  scripts?: readonly string[]
  rtl?: true
  /** Words are not separated by spaces. */
  unspaced?: true
  /** Punctuation that may follow a space. */
  spacedMarks?: string
  /** Words that stay on the same line as the next word. */
  articles?: readonly string[]
  /** Words that start the second line instead of ending the first. */
  conjunctions?: readonly string[]
  /** Whose punctuation the language has. */
  marks?: 'arabic' | 'chinese' | 'danda' | 'french' | 'german' | 'greek' | 'japanese' | 'spanish'
  /** One, two, three … as words. Empty where the word depends on what is counted. */
  numbers?: readonly string[]
}

const words = (text: string) => text.split(' ').map((word) => (word === '-' ? '' : word))

export const LANGUAGES: Readonly<Record<string, SubtitleLanguage>> = {
  ara: { name: 'Arabic', locale: 'ar', scripts: ['Arabic'], rtl: true, marks: 'arabic' },
  ben: { name: 'Bengali', locale: 'bn', scripts: ['Bengali'], marks: 'danda' },
  bul: { name: 'Bulgarian', locale: 'bg', scripts: ['Cyrillic'] },
  cat: { name: 'Catalan', locale: 'ca', articles: words('el la els les un una') },
  ces: { name: 'Czech', locale: 'cs', otherCodes: ['cze'] },
  dan: {
    name: 'Danish',
    locale: 'da',
    articles: words('en et den det de'),
    numbers: words('- to tre fire fem seks syv otte ni ti'),
  },
  deu: {
    name: 'German',
    locale: 'de',
    otherCodes: ['ger'],
    marks: 'german',
    conjunctions: words('und oder aber denn weil dass wenn'),
    articles: words('der die das den dem des ein eine einen einem einer eines'),
    numbers: words('- zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  },
  ell: {
    name: 'Greek',
    locale: 'el',
    otherCodes: ['gre'],
    scripts: ['Greek'],
    marks: 'greek',
    articles: words('ο η το οι τα τον την του της των'),
  },
  eng: {
    name: 'English',
    locale: 'en',
    conjunctions: words('and or but because'),
    articles: words('a an the'),
    numbers: words('one two three four five six seven eight nine ten'),
  },
  est: { name: 'Estonian', locale: 'et' },
  eus: { name: 'Basque', locale: 'eu', otherCodes: ['baq'] },
  fas: {
    name: 'Persian',
    locale: 'fa',
    otherCodes: ['per', 'pes'],
    scripts: ['Arabic'],
    rtl: true,
    marks: 'arabic',
  },
  fil: { name: 'Filipino', locale: 'tl', otherCodes: ['tgl'] },
  fin: { name: 'Finnish', locale: 'fi' },
  fra: {
    name: 'French',
    locale: 'fr',
    otherCodes: ['fre'],
    marks: 'french',
    conjunctions: words('et ou mais car que'),
    spacedMarks: ';:!?»%',
    articles: words('le la les un une des du au aux'),
    numbers: words('- deux trois quatre cinq six sept huit neuf dix'),
  },
  glg: { name: 'Galician', locale: 'gl', articles: words('o a os as un unha') },
  heb: { name: 'Hebrew', locale: 'he', otherCodes: ['iw'], scripts: ['Hebrew'], rtl: true },
  hin: { name: 'Hindi', locale: 'hi', scripts: ['Devanagari'], marks: 'danda' },
  hrv: { name: 'Croatian', locale: 'hr' },
  hun: { name: 'Hungarian', locale: 'hu', articles: words('a az egy') },
  ind: { name: 'Indonesian', locale: 'id', otherCodes: ['in'] },
  isl: { name: 'Icelandic', locale: 'is', otherCodes: ['ice'] },
  ita: {
    name: 'Italian',
    locale: 'it',
    conjunctions: words('e o ma che perché'),
    articles: words('il lo la i gli le un uno una'),
    numbers: words('- due tre quattro cinque sei sette otto nove dieci'),
  },
  jpn: {
    name: 'Japanese',
    locale: 'ja',
    scripts: ['Han', 'Hiragana', 'Katakana'],
    unspaced: true,
    marks: 'japanese',
  },
  kan: { name: 'Kannada', locale: 'kn', scripts: ['Kannada'] },
  kor: { name: 'Korean', locale: 'ko', scripts: ['Hangul', 'Han'] },
  lav: { name: 'Latvian', locale: 'lv' },
  lit: { name: 'Lithuanian', locale: 'lt' },
  mal: { name: 'Malayalam', locale: 'ml', scripts: ['Malayalam'] },
  mar: { name: 'Marathi', locale: 'mr', scripts: ['Devanagari'] },
  msa: { name: 'Malay', locale: 'ms', otherCodes: ['may', 'zsm'] },
  nld: {
    name: 'Dutch',
    locale: 'nl',
    otherCodes: ['dut'],
    conjunctions: words('en of maar want dat'),
    articles: words('de het een'),
    numbers: words('- twee drie vier vijf zes zeven acht negen tien'),
  },
  nor: {
    name: 'Norwegian',
    locale: 'no',
    otherCodes: ['nob', 'nb', 'nno', 'nn'],
    articles: words('en ei et den det de'),
    numbers: words('- to tre fire fem seks sju åtte ni ti'),
  },
  pol: { name: 'Polish', locale: 'pl' },
  por: {
    name: 'Portuguese',
    locale: 'pt',
    conjunctions: words('e ou mas que porque'),
    articles: words('o a os as um uma'),
    numbers: words('- - três quatro cinco seis sete oito nove dez'),
  },
  ron: { name: 'Romanian', locale: 'ro', otherCodes: ['rum'], articles: words('un o niște') },
  rus: { name: 'Russian', locale: 'ru', scripts: ['Cyrillic'] },
  slk: { name: 'Slovak', locale: 'sk', otherCodes: ['slo'] },
  slv: { name: 'Slovenian', locale: 'sl' },
  spa: {
    name: 'Spanish',
    locale: 'es',
    marks: 'spanish',
    conjunctions: words('y e o u pero que porque'),
    articles: words('el la los las un una unos unas'),
    numbers: words('- dos tres cuatro cinco seis siete ocho nueve diez'),
  },
  srp: { name: 'Serbian', locale: 'sr', scripts: ['Cyrillic'] },
  swe: {
    name: 'Swedish',
    locale: 'sv',
    articles: words('en ett den det de'),
    numbers: words('- två tre fyra fem sex sju åtta nio tio'),
  },
  tam: { name: 'Tamil', locale: 'ta', scripts: ['Tamil'] },
  tel: { name: 'Telugu', locale: 'te', scripts: ['Telugu'] },
  tha: { name: 'Thai', locale: 'th', scripts: ['Thai'], unspaced: true },
  tur: { name: 'Turkish', locale: 'tr' },
  ukr: { name: 'Ukrainian', locale: 'uk', scripts: ['Cyrillic'] },
  urd: { name: 'Urdu', locale: 'ur', scripts: ['Arabic'], rtl: true, marks: 'arabic' },
  vie: { name: 'Vietnamese', locale: 'vi' },
  zho: {
    name: 'Chinese',
    locale: 'zh',
    otherCodes: ['chi', 'cmn', 'yue'],
    scripts: ['Han', 'Bopomofo'],
    unspaced: true,
    marks: 'chinese',
  },
}

const CODES = new Map(
  Object.entries(LANGUAGES).flatMap(([code, { locale, otherCodes = [] }]) =>
    [code, locale, ...otherCodes].map((other) => [other, code] as const),
  ),
)

/** `de`, `de-AT`, `ger` and `deu` are one language. Unknown codes are returned unchanged. */
export const languageCode = (tag: string): string => {
  const code = tag.toLowerCase().split(/[-_]/)[0]!
  return CODES.get(code) ?? code
}

export const languageOf = (tag: string): SubtitleLanguage =>
  LANGUAGES[languageCode(tag)] ?? { name: tag, locale: undefined }
