/**
 * Pairs of ISO 639-1 and ISO 639-3 codes. Files use the two-letter codes; Reelay stores the
 * three-letter ones.
 */
const PAIRS = `
  aa aar ab abk ae ave af afr ak aka am amh an arg ar ara as asm av ava ay aym az aze ba bak be
  bel bg bul bi bis bm bam bn ben bo bod br bre bs bos ca cat ce che ch cha co cos cr cre cs ces
  cu chu cv chv cy cym da dan de deu dv div dz dzo ee ewe el ell en eng eo epo es spa et est eu
  eus fa fas ff ful fi fin fj fij fo fao fr fra fy fry ga gle gd gla gl glg gn grn gu guj gv glv
  ha hau he heb hi hin ho hmo hr hrv ht hat hu hun hy hye hz her ia ina id ind ie ile ig ibo ii
  iii ik ipk io ido is isl it ita iu iku ja jpn jv jav ka kat kg kon ki kik kj kua kk kaz kl kal
  km khm kn kan ko kor kr kau ks kas ku kur kv kom kw cor ky kir la lat lb ltz lg lug li lim ln
  lin lo lao lt lit lu lub lv lav mg mlg mh mah mi mri mk mkd ml mal mn mon mr mar ms msa mt mlt
  my mya na nau nb nob nd nde ne nep ng ndo nl nld nn nno no nor nr nbl nv nav ny nya oc oci oj
  oji om orm or ori os oss pa pan pi pli pl pol ps pus pt por qu que rm roh rn run ro ron ru rus
  rw kin sa san sc srd sd snd se sme sg sag si sin sk slk sl slv sm smo sn sna so som sq sqi sr
  srp ss ssw st sot su sun sv swe sw swa ta tam te tel tg tgk th tha ti tir tk tuk tn tsn to ton
  tr tur ts tso tt tat ty tah ug uig uk ukr ur urd uz uzb ve ven vi vie vo vol wa wln wo wol xh
  xho yi yid yo yor za zha zh zho zu zul
`
  .trim()
  .split(/\s+/)

const ISO_639_3 = new Map(
  PAIRS.flatMap((code, index) => (code.length === 2 ? [[code, PAIRS[index + 1]!] as const] : [])),
)
const ISO_639_1 = new Map([...ISO_639_3].map(([two, three]) => [three, two]))

/** The ISO 639-3 code of a tag such as `de`, `DE-AT` or `deu`. The region is dropped. */
export function languageFromTag(tag: string): string | undefined {
  const [language] = tag.toLowerCase().split(/[-_]/) as [string]
  return language.length === 3 && /^[a-z]+$/.test(language) ? language : ISO_639_3.get(language)
}

const RIGHT_TO_LEFT = new Set('ara ckb div fas heb prs pus snd uig urd yid'.split(' '))

export const isRightToLeft = (language: string): boolean => RIGHT_TO_LEFT.has(language)

/** The BCP 47 tag: two letters where they exist, `und` for an unknown language. */
export const tagFromLanguage = (language: string): string =>
  ISO_639_1.get(language) ?? (/^[a-z]{3}$/.test(language) ? language : 'und')
