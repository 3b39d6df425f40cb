// Sets i18next up. Each screen loads its own namespace (locales/<language>/<namespace>.json);
// `common` and `trade` are loaded at the start.
import i18next, {
  type BackendModule,
  type FormatterModule,
  type ReadCallback,
  type ResourceKey,
} from 'i18next'
import { formatValue } from './locale.ts'

/** Each language in its own name, so that people can find theirs on any page. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const
export type UiLanguage = keyof typeof LANGUAGES

const KEY = 'reelay.language'
const files = import.meta.glob<{ default: ResourceKey }>('./locales/*/*.json')

const fileBackend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => void loadFile(language, namespace, done),
}

async function loadFile(language: string, namespace: string, done: ReadCallback) {
  try {
    const load = files[`./locales/${language}/${namespace}.json`]
    if (!load) throw new Error(`There is no ${namespace} namespace in ${language}`)
    done(null, (await load()).default)
  } catch (error) {
    done(error as Error, false)
  }
}

const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: formatValue,
}

/** The page of a share link loads only its own texts. */
export async function setUpI18n(
  storage: Storage,
  namespaces: string[] = ['common', 'trade'],
): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
    document.documentElement.dir = i18next.dir(language)
  })
  await i18next
    .use(fileBackend)
    .use(numberFormatter)
    .init({
      lng: preferredLanguage(storage),
      supportedLngs: Object.keys(LANGUAGES),
      fallbackLng: false,
      ns: namespaces,
      defaultNS: namespaces[0]!,
      // React escapes.
      interpolation: { escapeValue: false, alwaysFormat: true },
    })
}

export async function changeLanguage(language: UiLanguage, storage: Storage): Promise<void> {
  storage.setItem(KEY, language)
  await i18next.changeLanguage(language)
}

export const currentLanguage = (): UiLanguage => i18next.language as UiLanguage

/** The stored choice, or the first supported language of the browser. */
function preferredLanguage(storage: Storage): UiLanguage {
  const candidates = [storage.getItem(KEY), ...navigator.languages].map((tag) => tag?.split('-')[0])
  return (candidates.find((language) => language && language in LANGUAGES) ?? 'en') as UiLanguage
}
