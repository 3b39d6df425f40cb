// What the words of a search mean.
export type SearchTerritory = { code: string; name: string; languages: readonly SearchLanguage[] }
export type SearchLanguage = { code: string; name: string }

/** A word is searched as text, and as the beginning of the name of a language or territory. */
export type SearchWord = { text: string; languages: string[]; territories: string[] }

const MAX_WORDS = 8
/** The languages of the app. People search in the language they read. */
const LOCALES = ['en', 'de', 'ar']
/** A shorter word would name half of all languages. */
const MIN_NAME_LENGTH = 3

export function parseWords(q: string, territories: readonly SearchTerritory[]): SearchWord[] {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  return words.map((text) => ({
    text,
    languages: unique(
      territories
        .flatMap(({ languages }) => languages)
        .filter(({ code, name }) => isNamed(text, code, [name, ...namesOf('language', code)]))
        .map(({ code }) => code),
    ),
    territories: unique(
      territories
        .filter(({ code, name }) => isNamed(text, code, [name, ...namesOf('region', code)]))
        .map(({ code }) => code),
    ),
  }))
}

/** The longest text finds the fewest records. Words that name a language or territory come last. */
export const indexedWord = (words: readonly SearchWord[]): SearchWord | undefined =>
  words.toSorted(
    (a, b) => Number(isPlace(a)) - Number(isPlace(b)) || b.text.length - a.text.length,
  )[0]

export const isPlace = ({ languages, territories }: SearchWord): boolean =>
  languages.length + territories.length > 0

function isNamed(word: string, code: string, names: readonly string[]): boolean {
  const folded = fold(word)
  if (folded === code.toLowerCase()) return true
  return (
    folded.length >= MIN_NAME_LENGTH &&
    names.some((name) =>
      fold(name)
        .split(/[\s(),-]+/)
        .some((part) => part.startsWith(folded)),
    )
  )
}

function namesOf(type: 'language' | 'region', code: string): string[] {
  return LOCALES.flatMap((locale) => {
    try {
      return new Intl.DisplayNames(locale, { type, fallback: 'none' }).of(code) ?? []
    } catch {
      // Codes of our own, such as LAT, are not in the standard.
      return []
    }
  })
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const unique = (values: string[]) => [...new Set(values)]
