// Country and language options, named in the language of the app.
import type { Option } from '../../ui/fields/select.tsx'
import { locale } from '../../i18n/locale.ts'
import { languageName, regionName } from '../../ui/format/format.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Unions, test codes and the code for unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/**
 * Browsers have no list of countries, but know the names of codes. A retired code has another
 * canonical form.
 */
export function countryCodes(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const isCountry = (code: string) =>
    !NO_COUNTRIES.has(code) &&
    new Intl.Locale(`und-${code}`).region === code &&
    names.of(code) !== undefined
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(isCountry)
}

/** Common languages of film translations (ISO 639-3). */
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

/** Stored in English, independent of the language of the app. */
export const englishName = (type: 'region' | 'language', code: string): string =>
  new Intl.DisplayNames('en', { type }).of(code) ?? code
/** A suggestion for the language code in DCP names: the shortest code. */
export const dcpCode = (language: string): string =>
  new Intl.Locale(language).language.toUpperCase()
