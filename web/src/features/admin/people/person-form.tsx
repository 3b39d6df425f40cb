import { TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { AccessFields, GroupsField } from './access-fields.tsx'
import type { Granter } from './granter.ts'
import { MembershipFields } from './membership-fields.tsx'
import { PermissionsTable } from './permissions-table.tsx'
import type { PersonDraft } from './person-draft.ts'
import styles from './people.module.css'

type Props = {
  label: string
  granter: Granter
  before: PersonDraft
  /** Two-factor authentication cannot be required before registration. */
  isNew?: boolean
  saveLabel?: string
  /** Why the person cannot be edited. */
  disabledReason?: string | undefined
  /** Why name, e-mail address and two-factor authentication cannot be edited. */
  accountDisabledReason?: string | undefined
  error: Error | null
  isSaving: boolean
  onSave: (draft: PersonDraft, saved: () => void) => void
}

/** Shows the resulting permissions next to the form while editing. */
export function PersonForm({
  label,
  granter,
  before,
  isNew = false,
  saveLabel,
  disabledReason,
  accountDisabledReason,
  error,
  isSaving,
  onSave,
}: Props) {
  const { t } = useTranslation(['people', 'trade'])
  const [draft, write, concurrentChange, saved] = useDraft(before)
  const fieldError = fieldErrorsOf(error)
  const lacksStudioAndGroup =
    isNew && !granter.isAdmin && draft.studios.length === 0 && draft.groups.length === 0
  const saveDisabledReason =
    disabledReason ??
    (draft.roles.length === 0 && isNew
      ? t('needsRole')
      : lacksStudioAndGroup
        ? t('needsStudioOrGroup')
        : undefined)
  return (
    <div className={styles.columns}>
      <Card>
        <Form
          label={label}
          error={error}
          isSaving={isSaving}
          concurrentChange={concurrentChange}
          disabledReason={saveDisabledReason}
          {...(saveLabel && { saveLabel })}
          onSave={() => onSave(draft, saved)}
        >
          <fieldset
            className={styles.fields}
            disabled={disabledReason !== undefined}
            aria-label={label}
          >
            {accountDisabledReason && <p className={styles.none}>{accountDisabledReason}</p>}
            <FieldRow>
              <TextInput
                label={t('name')}
                required
                disabled={accountDisabledReason !== undefined}
                maxLength={300}
                dir="auto"
                autoComplete="off"
                value={draft.name}
                error={fieldError('/name')}
                onChange={({ currentTarget }) => write({ name: currentTarget.value })}
              />
              <TextInput
                label={t('email')}
                required
                type="email"
                disabled={accountDisabledReason !== undefined}
                maxLength={254}
                dir="ltr"
                autoComplete="off"
                value={draft.emailNormal}
                error={fieldError('/emailNormal')}
                description={isNew ? t('emailHint') : t('emailChangeHint')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                onChange={({ currentTarget }) => write({ emailNormal: currentTarget.value })}
              />
            </FieldRow>
            {before.memberships.length > 1 ? (
              <>
                <MembershipFields
                  granter={granter}
                  memberships={draft.memberships}
                  onChange={(memberships) => write({ memberships })}
                />
                <GroupsField
                  granter={granter}
                  selected={draft.groups}
                  error={fieldError('/groups')}
                  onChange={(groups) => write({ groups })}
                />
              </>
            ) : (
              <AccessFields
                granter={granter}
                before={before}
                draft={draft}
                fieldError={fieldError}
                write={write}
              />
            )}
            {!isNew && !accountDisabledReason && (
              <Checkbox
                name={t('requireTwoFactor')}
                note={t('requireTwoFactorHint')}
                isOn={draft.hasEnforced2fa}
                onChange={(hasEnforced2fa) => write({ hasEnforced2fa })}
              />
            )}
          </fieldset>
        </Form>
      </Card>
      <PermissionsTable roles={draft.roles} permissions={draft.permissions} />
    </div>
  )
}
