import type { users } from '@reelay/api/contract'
import { useMantineColorScheme } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { useTerritories } from '../shared/lookups.ts'
import { useAccountSettings } from './use-settings.ts'
import { Select } from '../../ui/fields/select.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SaveState } from '../../ui/feedback/save-state.tsx'
import { AutosaveText } from '../../ui/fields/autosave-text.tsx'
import { COLOR_SCHEMES } from '../../ui/preferences/color-schemes.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useLanguageChoice } from '../../ui/preferences/use-language-choice.ts'
import { PasswordChange } from './password-change.tsx'
import { TimeZone } from './time-zone.tsx'
import styles from './account.module.css'

export function Profile({ me }: { me: users.User }) {
  const { t } = useTranslation(['account', 'trade'])
  const { change, saving } = useAccountSettings(me)
  const territories = useTerritories()
  return (
    <>
      <Section inCard title={t('account:profile.aboutYou')} note={<SaveState status={saving} />}>
        <div className={styles.fields}>
          <AutosaveText
            label={t('account:profile.name')}
            description={t('account:profile.nameHint')}
            value={me.name}
            maxLength={300}
            onSave={(name) => change({ name })}
          />
          <div className={styles.wide}>
            <DescriptionList
              columns={2}
              items={[
                [t('account:profile.email'), me.emailNormal, 'wide'],
                [
                  t('account:profile.roles'),
                  me.roles.map((role) => t(`trade:role.${role}`)).join(', '),
                ],
                [t('trade:territory'), me.territory && territories.nameOf(me.territory.code)],
                [t('account:profile.groups'), me.groups.map(({ name }) => name).join(', ')],
              ]}
            />
          </div>
          <p className={`${styles.note} ${styles.wide}`}>{t('account:profile.managedHint')}</p>
        </div>
      </Section>
      <TimeZone me={me} />
      <ThisBrowser />
      <PasswordChange me={me} />
    </>
  )
}

function ThisBrowser() {
  const { t } = useTranslation(['account', 'common'])
  const language = useLanguageChoice()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Section inCard title={t('account:browser.title')} note={t('account:browser.hint')}>
      <div className={styles.pair}>
        <Select
          label={t('common:shell.language')}
          value={language.value}
          options={language.options}
          onChange={language.choose}
        />
        <Select
          label={t('common:shell.appearance')}
          value={colorScheme}
          options={COLOR_SCHEMES.map(([value, name]) => ({
            value,
            name: t(`common:shell.${name}`),
          }))}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
        />
      </div>
    </Section>
  )
}
