import { useDirection } from '@mantine/core'
import { LANGUAGES, changeLanguage, currentLanguage, type UiLanguage } from '../../i18n/setup.ts'
import type { Option } from '../fields/select.tsx'

const LANGUAGE_OPTIONS: Option[] = Object.entries(LANGUAGES).map(([value, name]) => ({
  value,
  name,
}))

/** The language of the app and its text direction. */
export function useLanguageChoice() {
  const { setDirection } = useDirection()
  const choose = async (language: UiLanguage) => {
    await changeLanguage(language, localStorage)
    setDirection(document.documentElement.dir as 'ltr' | 'rtl')
  }
  return {
    value: currentLanguage(),
    options: LANGUAGE_OPTIONS,
    choose: (language: string | undefined) => {
      if (language) void choose(language as UiLanguage)
    },
  }
}
