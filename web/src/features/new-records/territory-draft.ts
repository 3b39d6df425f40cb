// What a country says about its territory.
import { LANGUAGE_CODES, dcpCode, englishName } from '../shared/countries-and-languages.ts'

/** Countries with the television standard of North America. The others use PAL. */
const NTSC_COUNTRIES = new Set(['US', 'CA', 'MX', 'JP', 'KR', 'TW', 'PH', 'CO', 'CL', 'PE', 'VE'])

/** The most spoken language of a country, as ISO 639-3. */
export function likelyLanguage(country: string): string | undefined {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return LANGUAGE_CODES.find((code) => Intl.getCanonicalLocales(code)[0] === language)
}

export const territoryOf = (country: string, language: string) => ({
  name: englishName('region', country),
  code: country,
  standard: NTSC_COUNTRIES.has(country) ? ('NTSC' as const) : ('PAL' as const),
  countries: [{ code: country, name: englishName('region', country) }],
  languages: [
    { code: language, name: englishName('language', language), dcpCode: dcpCode(language) },
  ],
})
