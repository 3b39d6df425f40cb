// Facts about a language that hold in every profile. Keys are ISO 639-3; `also` lists other codes.
export type SubtitleLanguage = {
  name: string
  also: readonly string[]
  /** Scripts besides Latin, which every language uses for names. */
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
  ara: { name: 'Arabic', also: ['ar'], scripts: ['Arabic'], rtl: true, marks: 'arabic' },
  ben: { name: 'Bengali', also: ['bn'], scripts: ['Bengali'], marks: 'danda' },
  bul: { name: 'Bulgarian', also: ['bg'], scripts: ['Cyrillic'] },
  cat: { name: 'Catalan', also: ['ca'], articles: words('el la els les un una') },
  ces: { name: 'Czech', also: ['cs', 'cze'] },
  dan: {
    name: 'Danish',
    also: ['da'],
    articles: words('en et den det de'),
    numbers: words('- to tre fire fem seks syv otte ni ti'),
  },
  deu: {
    name: 'German',
    also: ['de', 'ger'],
    marks: 'german',
    conjunctions: words('und oder aber denn weil dass wenn'),
    articles: words('der die das den dem des ein eine einen einem einer eines'),
    numbers: words('- zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  },
  ell: {
    name: 'Greek',
    also: ['el', 'gre'],
    scripts: ['Greek'],
    marks: 'greek',
    articles: words('ο η το οι τα τον την του της των'),
  },
  eng: {
    name: 'English',
    also: ['en'],
    conjunctions: words('and or but because'),
    articles: words('a an the'),
    numbers: words('one two three four five six seven eight nine ten'),
  },
  est: { name: 'Estonian', also: ['et'] },
  eus: { name: 'Basque', also: ['eu', 'baq'] },
  fas: {
    name: 'Persian',
    also: ['fa', 'per', 'pes'],
    scripts: ['Arabic'],
    rtl: true,
    marks: 'arabic',
  },
  fil: { name: 'Filipino', also: ['tl', 'tgl'] },
  fin: { name: 'Finnish', also: ['fi'] },
  fra: {
    name: 'French',
    also: ['fr', 'fre'],
    marks: 'french',
    conjunctions: words('et ou mais car que'),
    spacedMarks: ';:!?»%',
    articles: words('le la les un une des du au aux'),
    numbers: words('- deux trois quatre cinq six sept huit neuf dix'),
  },
  glg: { name: 'Galician', also: ['gl'], articles: words('o a os as un unha') },
  heb: { name: 'Hebrew', also: ['he', 'iw'], scripts: ['Hebrew'], rtl: true },
  hin: { name: 'Hindi', also: ['hi'], scripts: ['Devanagari'], marks: 'danda' },
  hrv: { name: 'Croatian', also: ['hr'] },
  hun: { name: 'Hungarian', also: ['hu'], articles: words('a az egy') },
  ind: { name: 'Indonesian', also: ['id', 'in'] },
  isl: { name: 'Icelandic', also: ['is', 'ice'] },
  ita: {
    name: 'Italian',
    also: ['it'],
    conjunctions: words('e o ma che perché'),
    articles: words('il lo la i gli le un uno una'),
    numbers: words('- due tre quattro cinque sei sette otto nove dieci'),
  },
  jpn: {
    name: 'Japanese',
    also: ['ja'],
    scripts: ['Han', 'Hiragana', 'Katakana'],
    unspaced: true,
    marks: 'japanese',
  },
  kan: { name: 'Kannada', also: ['kn'], scripts: ['Kannada'] },
  kor: { name: 'Korean', also: ['ko'], scripts: ['Hangul', 'Han'] },
  lav: { name: 'Latvian', also: ['lv'] },
  lit: { name: 'Lithuanian', also: ['lt'] },
  mal: { name: 'Malayalam', also: ['ml'], scripts: ['Malayalam'] },
  mar: { name: 'Marathi', also: ['mr'], scripts: ['Devanagari'] },
  msa: { name: 'Malay', also: ['ms', 'may', 'zsm'] },
  nld: {
    name: 'Dutch',
    also: ['nl', 'dut'],
    conjunctions: words('en of maar want dat'),
    articles: words('de het een'),
    numbers: words('- twee drie vier vijf zes zeven acht negen tien'),
  },
  nor: {
    name: 'Norwegian',
    also: ['no', 'nob', 'nb', 'nno', 'nn'],
    articles: words('en ei et den det de'),
    numbers: words('- to tre fire fem seks sju åtte ni ti'),
  },
  pol: { name: 'Polish', also: ['pl'] },
  por: {
    name: 'Portuguese',
    also: ['pt'],
    conjunctions: words('e ou mas que porque'),
    articles: words('o a os as um uma'),
    numbers: words('- - três quatro cinco seis sete oito nove dez'),
  },
  ron: { name: 'Romanian', also: ['ro', 'rum'], articles: words('un o niște') },
  rus: { name: 'Russian', also: ['ru'], scripts: ['Cyrillic'] },
  slk: { name: 'Slovak', also: ['sk', 'slo'] },
  slv: { name: 'Slovenian', also: ['sl'] },
  spa: {
    name: 'Spanish',
    also: ['es'],
    marks: 'spanish',
    conjunctions: words('y e o u pero que porque'),
    articles: words('el la los las un una unos unas'),
    numbers: words('- dos tres cuatro cinco seis siete ocho nueve diez'),
  },
  srp: { name: 'Serbian', also: ['sr'], scripts: ['Cyrillic'] },
  swe: {
    name: 'Swedish',
    also: ['sv'],
    articles: words('en ett den det de'),
    numbers: words('- två tre fyra fem sex sju åtta nio tio'),
  },
  tam: { name: 'Tamil', also: ['ta'], scripts: ['Tamil'] },
  tel: { name: 'Telugu', also: ['te'], scripts: ['Telugu'] },
  tha: { name: 'Thai', also: ['th'], scripts: ['Thai'], unspaced: true },
  tur: { name: 'Turkish', also: ['tr'] },
  ukr: { name: 'Ukrainian', also: ['uk'], scripts: ['Cyrillic'] },
  urd: { name: 'Urdu', also: ['ur'], scripts: ['Arabic'], rtl: true, marks: 'arabic' },
  vie: { name: 'Vietnamese', also: ['vi'] },
  zho: {
    name: 'Chinese',
    also: ['zh', 'chi', 'cmn', 'yue'],
    scripts: ['Han', 'Bopomofo'],
    unspaced: true,
    marks: 'chinese',
  },
}

const CODES = new Map(
  Object.entries(LANGUAGES).flatMap(([code, { also }]) =>
    [code, ...also].map((other) => [other, code] as const),
  ),
)

/** `de`, `de-AT`, `ger` and `deu` are one language. Unknown codes are returned unchanged. */
export const languageCode = (tag: string): string => {
  const code = tag.toLowerCase().split(/[-_]/)[0]!
  return CODES.get(code) ?? code
}
