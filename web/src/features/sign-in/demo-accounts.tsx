import { useQuery } from '@tanstack/react-query'
import { useService } from '../../api/service-context.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { demoAccountsQuery } from './demo-accounts-query.ts'
import type { PasswordCredential } from './use-sign-in.ts'
import styles from './sign-in.module.css'

type Props = { isPending: boolean; onChoose: (credential: PasswordCredential) => void }

/** The people of the demo studio and their tasks. Empty without the demo. */
export function DemoAccounts({ isPending, onChoose }: Props) {
  const { t } = useTranslation('sign-in')
  const { callAs } = useService()
  const { data } = useQuery(demoAccountsQuery(callAs))
  if (!data?.demo) return null
  const { password, accounts } = data.demo
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <p>{t('demo.lead')}</p>
      <ul>
        {accounts.map(({ email, name, task }) => (
          <li key={email}>
            <button
              type="button"
              disabled={isPending}
              onClick={() => onChoose({ email, password })}
            >
              <strong dir="auto">{name}</strong>
              <span>{t(`demo.task.${task}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
