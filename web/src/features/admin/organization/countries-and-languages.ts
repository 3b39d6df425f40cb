// Countries and languages as forms offer them: by the names the reader knows.
import type { Option } from '../../../ui/fields/select.tsx'
import { locale } from '../../../ui/format/locale.ts'
import { languageName, regionName } from '../../../ui/format/format.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Unions, and codes for tests and for what is unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/**
 * Browsers give no list of countries, but know which codes name one. A code that was given up is
 * canonically another.
 */
export function countryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const isCountry = (code: string) =>
    !NO_COUNTRIES.has(code) &&
    new Intl.Locale(`und-${code}`).region === code &&
    names.of(code) !== undefined
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry)
}

/** What films are commonly translated into, by ISO 639-3. */
export const LANGUAGE_CODES = [
  'afr',
  'amh',
  'ara',
  'aze',
  'ben',
  'bos',
  'bul',
  'cat',
  'ces',
  'cmn',
  'cym',
  'dan',
  'deu',
  'ell',
  'eng',
  'est',
  'eus',
  'fas',
  'fil',
  'fin',
  'fra',
  'gle',
  'glg',
  'guj',
  'heb',
  'hin',
  'hrv',
  'hun',
  'hye',
  'ind',
  'isl',
  'ita',
  'jpn',
  'kan',
  'kat',
  'kaz',
  'khm',
  'kor',
  'lav',
  'lit',
  'mal',
  'mar',
  'mkd',
  'mon',
  'msa',
  'mya',
  'nep',
  'nld',
  'nor',
  'pan',
  'pol',
  'por',
  'ron',
  'rus',
  'sin',
  'slk',
  'slv',
  'spa',
  'sqi',
  'srp',
  'swa',
  'swe',
  'tam',
  'tel',
  'tha',
  'tur',
  'ukr',
  'urd',
  'uzb',
  'vie',
  'xho',
  'yue',
  'zho',
  'zul',
]

const byName = (options: Option[]) =>
  options.toSorted((one, other) => one.name.localeCompare(other.name, locale()))
export const countryOptions = (): Option[] =>
  byName(countryCodes().map((code) => ({ value: code, name: regionName(code) })))
export const languageOptions = (also: readonly string[] = []): Option[] =>
  byName(
    [...new Set([...LANGUAGE_CODES, ...also])].map((code) => ({
      value: code,
      name: languageName(code),
    })),
  )

/** As it is kept: in English, whoever chose it. */
export const englishName = (type: 'region' | 'language', code: string): string =>
  new Intl.DisplayNames('en', { type }).of(code) ?? code
/** What a DCP's name calls it, as far as that can be guessed: the shortest code there is. */
export const dcpCode = (language: string): string =>
  new Intl.Locale(language).language.toUpperCase()
