// Non-ASCII letters of the languages in legacy files, used to guess the encoding. Letters are
// ordered by frequency: text decoded with the wrong encoding has rare letters as often as common
// ones.
export type ScriptName =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'kana'
  | 'han'
  | 'hangul'
export type Alphabet = {
  languages: string[]
  script: ScriptName
  letters: string
  encodings: string[]
}

const WESTERN = ['windows-1252']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866']
const BALTIC = ['windows-1257', 'iso-8859-13', 'iso-8859-4']

/** The best score wins; among equals the first, so common languages come first. */
export const ALPHABETS: Alphabet[] = [
  { languages: ['deu', 'gsw'], script: 'latin', letters: 'üäöß', encodings: WESTERN },
  { languages: ['fra'], script: 'latin', letters: 'éèàêçùâîôûœïëÿ', encodings: WESTERN },
  { languages: ['spa', 'glg', 'eus'], script: 'latin', letters: 'áíóéñúü', encodings: WESTERN },
  { languages: ['cat'], script: 'latin', letters: 'àéóèòíçúïü', encodings: WESTERN },
  { languages: ['por'], script: 'latin', letters: 'ãçéáóíêúõâàô', encodings: WESTERN },
  { languages: ['ita'], script: 'latin', letters: 'èàòùéì', encodings: WESTERN },
  { languages: ['nld', 'afr', 'eng'], script: 'latin', letters: 'éëïèö', encodings: WESTERN },
  { languages: ['dan', 'nob', 'nno', 'nor'], script: 'latin', letters: 'åøæé', encodings: WESTERN },
  { languages: ['swe', 'fin'], script: 'latin', letters: 'äåöé', encodings: WESTERN },
  { languages: ['isl', 'fao'], script: 'latin', letters: 'áðíþéóöúæý', encodings: WESTERN },
  { languages: ['pol'], script: 'latin', letters: 'łęążśóćńź', encodings: CENTRAL },
  { languages: ['ces'], script: 'latin', letters: 'íáěéžčřšýůúťďňó', encodings: CENTRAL },
  { languages: ['slk'], script: 'latin', letters: 'áíčéžšýúľťňäôďóĺŕ', encodings: CENTRAL },
  { languages: ['hun'], script: 'latin', letters: 'áéöőóüíúű', encodings: CENTRAL },
  { languages: ['ron'], script: 'latin', letters: 'ăîşţâ', encodings: CENTRAL },
  {
    languages: ['hrv', 'slv', 'bos', 'srp', 'sqi'],
    script: 'latin',
    letters: 'čšžćđ',
    encodings: CENTRAL,
  },
  { languages: ['tur', 'aze'], script: 'latin', letters: 'ıüşçğöiâ', encodings: ['windows-1254'] },
  { languages: ['lit'], script: 'latin', letters: 'ėšųžūįčąę', encodings: BALTIC },
  { languages: ['lav'], script: 'latin', letters: 'āīšēūņžļķģč', encodings: BALTIC },
  { languages: ['est'], script: 'latin', letters: 'äõüöšž', encodings: [...BALTIC, ...WESTERN] },
  {
    languages: ['vie'],
    script: 'latin',
    letters: 'đưôáàạảấớêậăếâịơộềnốọủợứóúựíìệầãễồờởữừùũụẽẹéèĩỉỗổỡỏõòýỳ',
    encodings: ['windows-1258'],
  },
  {
    languages: ['rus'],
    script: 'cyrillic',
    letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
    encodings: CYRILLIC,
  },
  {
    languages: ['ukr', 'bel'],
    script: 'cyrillic',
    letters: 'оаинетівркслдмпузяьбгчйхжїцшющєфґўыё',
    encodings: CYRILLIC,
  },
  {
    languages: ['bul', 'mkd', 'srp'],
    script: 'cyrillic',
    letters: 'аеоитнсрвлдкмпзябгущъчцжйюхшфјѓќљњџђћ',
    encodings: CYRILLIC,
  },
  {
    languages: ['ell'],
    script: 'greek',
    letters: 'ατοιεσνρκπςμληυίάόέγώδήωχθύφβξζψϊϋ',
    encodings: ['windows-1253', 'iso-8859-7'],
  },
  {
    languages: ['heb', 'yid'],
    script: 'hebrew',
    letters: 'יוהלאמתשרבםנכחדעקפצגטסזןךףץ',
    encodings: ['windows-1255', 'iso-8859-8'],
  },
  {
    languages: ['ara', 'arb', 'fas', 'urd'],
    script: 'arabic',
    letters: 'اليمونرتبعدهسفكقأحةجشصىخطإضذزثغظئءؤآپچژگ',
    encodings: ['windows-1256', 'iso-8859-6'],
  },
  {
    languages: ['tha'],
    script: 'thai',
    letters: 'านรอกเงมย่ลว้ดทสตะปบคหแจพชขใไโผถณศธษซญฟภฐฉฎฝฏฬฆฑฒ',
    encodings: ['windows-874'],
  },
  { languages: ['jpn'], script: 'kana', letters: '', encodings: ['shift_jis', 'euc-jp'] },
  {
    languages: ['zho', 'cmn', 'chi'],
    script: 'han',
    letters:
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实',
    encodings: ['gb18030'],
  },
  {
    languages: ['zho', 'cmn', 'yue', 'chi'],
    script: 'han',
    letters:
      '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實',
    encodings: ['big5'],
  },
  { languages: ['kor'], script: 'hangul', letters: '', encodings: ['euc-kr'] },
]
