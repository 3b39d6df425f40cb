import type { users } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useSettings } from './use-settings.ts'
import { Select } from '../../ui/fields/select.tsx'
import { useIsNarrow } from '../../ui/layout/use-is-narrow.ts'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import styles from './mail.module.css'

type Mails = users.Preferences['mail']
type Kind = Exclude<keyof Mails, 'enabled'>
type Pace = Mails[Kind]

/** What most people work with comes first. */
const KINDS: Kind[] = [
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
const PACES = [
  [0, 'atOnce'],
  [3600, 'hourly'],
  [86_400, 'daily'],
  [604_800, 'weekly'],
  [-1, 'never'],
] as const satisfies [Pace, string][]

export function Mail({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const {
    preferences: { mail },
    change,
    saving,
  } = useSettings(me)
  const set = (part: Partial<Mails>) => change({ preferences: { mail: { ...mail, ...part } } })
  return (
    <Section inCard title={t('email.title')} note={<SaveState saving={saving} />}>
      <Switch
        label={t('email.enabled')}
        note={t(mail.enabled ? 'email.enabledHint' : 'email.disabledHint')}
        isOn={mail.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <fieldset className={styles.kinds} disabled={!mail.enabled}>
        <legend className="unseen">{t('email.frequencyByTopic')}</legend>
        <Kinds mail={mail} onChoose={(kind, pace) => set({ [kind]: pace })} />
      </fieldset>
    </Section>
  )
}

type Parts = { mail: Mails; onChoose: (kind: Kind, pace: Pace) => void }

function Kinds(parts: Parts) {
  return useIsNarrow() ? <KindList {...parts} /> : <KindTable {...parts} />
}

function KindTable({ mail, onChoose }: Parts) {
  const { t } = useTranslation('account')
  return (
    <table className={styles.table} aria-label={t('email.frequencyByTopic')}>
      <thead>
        <tr>
          <th scope="col">{t('email.topic')}</th>
          {PACES.map(([pace, name]) => (
            <th key={pace} scope="col">
              {t(`email.frequency.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`email.topics.${kind}.name`)}
              <p>{t(`email.topics.${kind}.note`)}</p>
            </th>
            {PACES.map(([pace, name]) => (
              <td key={pace}>
                <label>
                  <input
                    type="radio"
                    name={kind}
                    checked={mail[kind] === pace}
                    onChange={() => onChoose(kind, pace)}
                  />
                  <span className="unseen">
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

/** Five columns have no room on a phone. */
function KindList({ mail, onChoose }: Parts) {
  const { t } = useTranslation('account')
  return (
    <ul className={styles.list}>
      {KINDS.map((kind) => (
        <li key={kind}>
          <Select
            label={t(`email.topics.${kind}.name`)}
            value={String(mail[kind])}
            options={PACES.map(([pace, name]) => ({
              value: String(pace),
              name: t(`email.frequency.${name}`),
            }))}
            onChange={(pace) => onChoose(kind, Number(pace) as Pace)}
          />
          <p>{t(`email.topics.${kind}.note`)}</p>
        </li>
      ))}
    </ul>
  )
}
