import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAccountSettings } from './use-settings.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import styles from './email-preferences.module.css'

type EmailSettings = users.Preferences['mail']
type Topic = Exclude<keyof EmailSettings, 'enabled'>
type Frequency = EmailSettings[Topic]

/** The most common topics come first. */
const TOPICS: Topic[] = [
  'work_requests',
  'work_request_comments',
  'offline_comments',
  'workflow',
  'files',
  'ingest',
  'assets',
  'projects',
  'shares',
  'others',
]
const FREQUENCIES = [
  [0, 'atOnce'],
  [3600, 'hourly'],
  [86_400, 'daily'],
  [604_800, 'weekly'],
  [-1, 'never'],
] as const satisfies [Frequency, string][]

export function EmailPreferences({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const {
    preferences: { mail },
    change,
    saving,
  } = useAccountSettings(me)
  const set = (part: Partial<EmailSettings>) =>
    change({ preferences: { mail: { ...mail, ...part } } })
  return (
    <Section inCard title={t('email.title')} note={<SaveState status={saving} />}>
      <Switch
        label={t('email.enabled')}
        note={t(mail.enabled ? 'email.enabledHint' : 'email.disabledHint')}
        isOn={mail.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <fieldset className={styles.topics} disabled={!mail.enabled}>
        <legend className="visually-hidden">{t('email.frequencyByTopic')}</legend>
        <Topics mail={mail} onChoose={(kind, pace) => set({ [kind]: pace })} />
      </fieldset>
    </Section>
  )
}

type Props = { mail: EmailSettings; onChoose: (kind: Topic, pace: Frequency) => void }

function Topics(parts: Props) {
  return useIsNarrow() ? <TopicList {...parts} /> : <TopicTable {...parts} />
}

function TopicTable({ mail, onChoose }: Props) {
  const { t } = useTranslation('account')
  return (
    <table className={styles.table} aria-label={t('email.frequencyByTopic')}>
      <thead>
        <tr>
          <th scope="col">{t('email.topic')}</th>
          {FREQUENCIES.map(([pace, name]) => (
            <th key={pace} scope="col">
              {t(`email.frequency.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {TOPICS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`email.topics.${kind}.name`)}
              <p>{t(`email.topics.${kind}.note`)}</p>
            </th>
            {FREQUENCIES.map(([pace, name]) => (
              <td key={pace}>
                <label>
                  <input
                    type="radio"
                    name={kind}
                    checked={mail[kind] === pace}
                    onChange={() => onChoose(kind, pace)}
                  />
                  <span className="visually-hidden">
                    {t('email.topicFrequency', {
                      topic: t(`email.topics.${kind}.name`),
                      frequency: t(`email.frequency.${name}`),
                    })}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Five columns do not fit on a phone. */
function TopicList({ mail, onChoose }: Props) {
  const { t } = useTranslation('account')
  return (
    <ul className={styles.list}>
      {TOPICS.map((kind) => (
        <li key={kind}>
          <Select
            label={t(`email.topics.${kind}.name`)}
            value={String(mail[kind])}
            options={FREQUENCIES.map(([pace, name]) => ({
              value: String(pace),
              name: t(`email.frequency.${name}`),
            }))}
            onChange={(pace) => onChoose(kind, Number(pace) as Frequency)}
          />
          <p>{t(`email.topics.${kind}.note`)}</p>
        </li>
      ))}
    </ul>
  )
}
