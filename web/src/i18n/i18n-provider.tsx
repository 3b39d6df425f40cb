// Gives components the texts of i18next. Every cell of a table asks for texts, so this reads a
// context; the hook of react-i18next subscribes each component and checks its namespaces each time.
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import i18next, { type i18n } from 'i18next'
import { formatValue } from './locale.ts'

export type Values = { [name: string]: string | number }
/** The text has the plural form of `count` and shows the text of `replace` instead of the number. */
export type CountValues = { count: number; replace?: { count: string } }
type Translate = (key: string, values?: Values | CountValues) => string
type TranslateWithOptions = (key: string, options: object) => string
type Texts = { t: Translate; i18n: i18n }
type TextsOf = (namespaces: string | readonly string[]) => Texts

const TextsContext = createContext<TextsOf>(createTexts(() => {}))

export function I18nProvider({ children }: { children: ReactNode }) {
  const [textsOf, setTextsOf] = useState(() => createTexts(renew))
  function renew() {
    setTextsOf(() => createTexts(renew))
  }
  useEffect(() => {
    i18next.on('languageChanged', renew)
    return () => i18next.off('languageChanged', renew)
  }, [])
  return <TextsContext value={textsOf}>{children}</TextsContext>
}

export const useTexts = (namespaces: string | readonly string[] = 'common'): Texts =>
  useContext(TextsContext)(namespaces)

/** The texts of one language. Those of a screen are loaded before it, those of a part with it. */
function createTexts(onLoad: () => void): TextsOf {
  const known = new Map<string, Texts>()
  return (namespaces) => {
    const key = String(namespaces)
    const texts = known.get(key) ?? { t: createTranslate(namespaces), i18n: i18next }
    if (!known.has(key) && ![namespaces].flat().every((name) => i18next.hasLoadedNamespace(name)))
      void i18next.loadNamespaces(namespaces).then(onLoad)
    known.set(key, texts)
    return texts
  }
}

/** Keeps the texts that it found, because i18next takes about 40 µs for each. */
function createTranslate(namespaces: string | readonly string[]): Translate {
  const translate = i18next.getFixedT(null, namespaces) as unknown as TranslateWithOptions
  const known = new Map<string, string>()
  return (key, values) => {
    // The text depends on the number.
    if (hasCount(values)) return translate(key, values)
    const text = known.get(key) ?? translate(key, { skipInterpolation: true, defaultValue: '' })
    known.set(key, text)
    if (!text) return String(values?.defaultValue ?? key)
    return values ? fillIn(text, values) : text
  }
}

const hasCount = (values: Values | CountValues | undefined): values is CountValues =>
  values?.count !== undefined

const fillIn = (text: string, values: Values): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => formatValue(values[name]))
