import { useDirection } from '@mantine/core'
import { LANGUAGES, speak, spoken, type Language } from '../../i18n/setup.ts'
import type { Option } from '../fields/select.tsx'

const TONGUES: Option[] = Object.entries(LANGUAGES).map(([value, name]) => ({ value, name }))

/** The language of the app in this browser, and which way it runs. */
export function useSpeech() {
  const { setDirection } = useDirection()
  const choose = async (language: Language) => {
    await speak(language, localStorage)
    setDirection(document.documentElement.dir as 'ltr' | 'rtl')
  }
  return {
    value: spoken(),
    options: TONGUES,
    choose: (language: string | undefined) => {
      if (language) void choose(language as Language)
    },
  }
}
