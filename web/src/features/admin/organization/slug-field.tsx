import { TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'

type Props = {
  value: string | undefined
  error: string | undefined
  onChange: (slug: string | undefined) => void
}

/** The name as addresses write it; made from the name where nobody chooses one. */
export function SlugField({ value, error, onChange }: Props) {
  const { t } = useTranslation('organization')
  return (
    <TextInput
      label={t('slug')}
      description={t('slugHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      pattern="[a-z0-9]+([.\-][a-z0-9]+)*"
      maxLength={100}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
