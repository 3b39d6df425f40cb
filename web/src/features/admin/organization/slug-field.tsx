import { TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'

type Props = {
  value: string | undefined
  error: string | undefined
  onChange: (slug: string | undefined) => void
}

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
