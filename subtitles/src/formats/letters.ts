// What the languages of old files are written with, besides ASCII: enough to tell in which of the
// encodings before Unicode a file was saved.
// Letters stand in the order of how often they are met, so that a text read wrongly, which has rare
// letters as often as common ones, is found out.
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'hebrew'
  | 'arabic'
  | 'thai'
  | 'kana'
  | 'han'
  | 'hangul'
export type Writing = { languages: string[]; script: Script; letters: string; encodings: string[] }

const WEST = ['windows-1252']
const CENTRE = ['windows-1250', 'iso-8859-2']
const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866']
const BALTIC = ['windows-1257', 'iso-8859-13', 'iso-8859-4']

/** The first that fits best is taken: what is met most often stands first. */
export const WRITINGS: Writing[] = [
  { languages: ['deu', 'gsw'], script: 'latin', letters: 'üäöß', encodings: WEST },
  { languages: ['fra'], script: 'latin', letters: 'éèàêçùâîôûœïëÿ', encodings: WEST },
  { languages: ['spa', 'glg', 'eus'], script: 'latin', letters: 'áíóéñúü', encodings: WEST },
  { languages: ['cat'], script: 'latin', letters: 'àéóèòíçúïü', encodings: WEST },
  { languages: ['por'], script: 'latin', letters: 'ãçéáóíêúõâàô', encodings: WEST },
  { languages: ['ita'], script: 'latin', letters: 'èàòùéì', encodings: WEST },
  { languages: ['nld', 'afr', 'eng'], script: 'latin', letters: 'éëïèö', encodings: WEST },
  { languages: ['dan', 'nob', 'nno', 'nor'], script: 'latin', letters: 'åøæé', encodings: WEST },
  { languages: ['swe', 'fin'], script: 'latin', letters: 'äåöé', encodings: WEST },
  { languages: ['isl', 'fao'], script: 'latin', letters: 'áðíþéóöúæý', encodings: WEST },
  { languages: ['pol'], script: 'latin', letters: 'łęążśóćńź', encodings: CENTRE },
  { languages: ['ces'], script: 'latin', letters: 'íáěéžčřšýůúťďňó', encodings: CENTRE },
  { languages: ['slk'], script: 'latin', letters: 'áíčéžšýúľťňäôďóĺŕ', encodings: CENTRE },
  { languages: ['hun'], script: 'latin', letters: 'áéöőóüíúű', encodings: CENTRE },
  { languages: ['ron'], script: 'latin', letters: 'ăîşţâ', encodings: CENTRE },
  {
    languages: ['hrv', 'slv', 'bos', 'srp', 'sqi'],
    script: 'latin',
    letters: 'čšžćđ',
    encodings: CENTRE,
  },
  { languages: ['tur', 'aze'], script: 'latin', letters: 'ıüşçğöiâ', encodings: ['windows-1254'] },
  { languages: ['lit'], script: 'latin', letters: 'ėšųžūįčąę', encodings: BALTIC },
  { languages: ['lav'], script: 'latin', letters: 'āīšēūņžļķģč', encodings: BALTIC },
  { languages: ['est'], script: 'latin', letters: 'äõüöšž', encodings: [...BALTIC, ...WEST] },
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
