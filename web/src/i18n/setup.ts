// What the app says, in the languages it speaks. Each screen brings its own words
// (locales/<language>/<screen>.json); `common` and `trade` are there from the start.
import i18next, { type BackendModule, type ReadCallback, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** In their own words: who cannot read this page must find theirs. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const
export type Language = keyof typeof LANGUAGES

const KEY = 'reelay.language'
const files = import.meta.glob<{ default: ResourceKey }>('./locales/*/*.json')

const fileBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, screen, done) => void loadFile(language, screen, done),
}

async function loadFile(language: string, screen: string, done: ReadCallback) {
  try {
    const load = files[`./locales/${language}/${screen}.json`]
    if (!load) throw new Error(`There are no words for ${screen} in ${language}`)
    done(null, (await load()).default)
  } catch (error) {
    done(error as Error, false)
  }
}

export async function setUpI18n(storage: Storage): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
    document.documentElement.dir = i18next.dir(language)
  })
  await i18next
    .use(fileBackend)
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(storage),
      supportedLngs: Object.keys(LANGUAGES),
      fallbackLng: false,
      ns: ['common', 'trade'],
      defaultNS: 'common',
      // React escapes already.
      interpolation: { escapeValue: false },
      // A screen's words come before it is shown (frame/screen.tsx).
      react: { useSuspense: false },
    })
}

export async function changeLanguage(language: Language, storage: Storage): Promise<void> {
  storage.setItem(KEY, language)
  await i18next.changeLanguage(language)
}

export const currentLanguage = (): Language => i18next.language as Language

/** What was chosen here, else the first of the browser's languages that the app speaks. */
function preferredLanguage(storage: Storage): Language {
  const wishes = [storage.getItem(KEY), ...navigator.languages].map((wish) => wish?.split('-')[0])
  return (wishes.find((wish) => wish && wish in LANGUAGES) ?? 'en') as Language
}
