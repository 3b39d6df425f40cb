import type { ReactNode } from 'react'
import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { Logo } from '../../ui/icons/icons.tsx'
import { COLOR_SCHEMES } from '../../ui/preferences/color-schemes.ts'
import { useLanguageChoice } from '../../ui/preferences/use-language-choice.ts'
import styles from './sign-in.module.css'

/**
 * The layout of all pages without a session: a card, and below it the language and colour scheme.
 */
export function SignInPage({
  below,
  wide = false,
  children,
}: {
  below?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const language = useLanguageChoice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={styles.page}>
      <main className={styles.content}>
        <div className={styles.logo}>
          <Logo />
        </div>
        <div className={styles.card} data-wide={wide}>
          {children}
        </div>
        {below && <p className={styles.below}>{below}</p>}
      </main>
      <footer className={styles.footer}>
        <label>
          {t('shell.language')}
          <select
            value={language.value}
            onChange={({ currentTarget }) => language.choose(currentTarget.value)}
          >
            {language.options.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('shell.appearance')}
          <select
            value={colorScheme}
            onChange={({ currentTarget }) =>
              setColorScheme(currentTarget.value as typeof colorScheme)
            }
          >
            {COLOR_SCHEMES.map(([value, name]) => (
              <option key={value} value={value}>
                {t(`shell.${name}`)}
              </option>
            ))}
          </select>
        </label>
      </footer>
    </div>
  )
}
