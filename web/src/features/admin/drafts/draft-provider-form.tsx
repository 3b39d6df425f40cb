import { PasswordInput, TextInput } from '@mantine/core'
import { machinedrafts } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'

const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
const plainText = { dir: 'ltr', autoComplete: 'off', spellCheck: false } as const
const EXAMPLES: Record<machinedrafts.DraftProviderKind, string> = {
  libretranslate: 'https://translate.example.com',
  deepl: 'https://api.deepl.com',
  openai: 'https://llm.example.com/v1',
}

const KINDS: Record<machinedrafts.DraftTask, readonly machinedrafts.DraftProviderKind[]> = {
  translation: machinedrafts.DRAFT_PROVIDER_KINDS,
  transcription: ['openai'],
}

/** The API never returns the secret, so an empty field keeps it. */
export function DraftProviderForm({
  studio,
  task,
  provider,
}: {
  studio: string
  task: machinedrafts.DraftTask
  provider: machinedrafts.DraftProvider | undefined
}) {
  const { t } = useTranslation(['drafts', 'credentials'])
  const kinds = KINDS[task]
  const put = useEndpointMutation(machinedrafts.putDraftProvider, { silent: true })
  const [draft, write, concurrentChange, saved] = useDraft({
    kind: provider?.kind ?? kinds[0]!,
    url: provider?.url ?? '',
    model: provider?.model ?? '',
    secret: '',
    active: provider?.active ?? true,
    allowsEmbargoed: provider?.allowsEmbargoed ?? false,
  })
  const fieldError = fieldErrorsOf(put.error)
  const save = async () => {
    const { secret, model, ...rest } = draft
    await put.mutateAsync({
      params: { id: studio, task },
      body: { ...rest, model: model || null, ...(secret && { secret }) },
    })
    saved()
    write({ secret: '' })
    showToast(t('drafts:saved'))
  }
  return (
    <Form
      label={t(`drafts:task.${task}`)}
      error={put.error}
      isSaving={put.isPending}
      concurrentChange={concurrentChange}
      onSave={() => void save().catch(() => {})}
    >
      <Select
        label={t('drafts:provider.kind')}
        value={draft.kind}
        options={kinds.map((value) => ({
          value,
          name: t(`drafts:kind.${value}`),
        }))}
        onChange={(value) => write({ kind: value as machinedrafts.DraftProviderKind })}
      />
      <TextInput
        {...plainText}
        type="url"
        label={t('drafts:provider.url')}
        description={t('drafts:provider.urlHint')}
        inputWrapperOrder={ORDER}
        required
        maxLength={1000}
        placeholder={EXAMPLES[draft.kind]}
        value={draft.url}
        error={fieldError('/url')}
        onChange={({ currentTarget }) => write({ url: currentTarget.value })}
      />
      {draft.kind === 'openai' && (
        <TextInput
          {...plainText}
          label={t('drafts:provider.model')}
          required
          maxLength={200}
          value={draft.model}
          error={fieldError('/model')}
          onChange={({ currentTarget }) => write({ model: currentTarget.value })}
        />
      )}
      <PasswordInput
        {...plainText}
        autoComplete="new-password"
        label={t('drafts:provider.secret')}
        description={t(
          provider?.hasSecret ? 'drafts:provider.secretStored' : 'drafts:provider.secretHint',
        )}
        inputWrapperOrder={ORDER}
        maxLength={1000}
        value={draft.secret}
        error={fieldError('/secret')}
        onChange={({ currentTarget }) => write({ secret: currentTarget.value })}
        visibilityToggleButtonProps={{ 'aria-label': t('credentials:password.show'), tabIndex: 0 }}
      />
      <div>
        <Checkbox
          name={t('drafts:provider.active')}
          note={t(`drafts:provider.activeHint.${task}`)}
          isOn={draft.active}
          onChange={(isOn) => write({ active: isOn })}
        />
        <Checkbox
          name={t('drafts:provider.allowsEmbargoed')}
          note={t('drafts:provider.allowsEmbargoedHint')}
          isOn={draft.allowsEmbargoed}
          onChange={(isOn) => write({ allowsEmbargoed: isOn })}
        />
      </div>
    </Form>
  )
}
