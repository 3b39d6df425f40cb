import { NativeSelect } from '@mantine/core'

export type Option = { value: string; name: string }
type Props = {
  label: string
  /** The label is shown beside the field already. */
  hideLabel?: boolean
  size?: 'xs' | 'sm'
  anyLabel?: string
  value: string | undefined
  options: Option[]
  onChange: (value: string | undefined) => void
}

/** A native select works with every keyboard, screen reader and phone. */
export function Select({
  label,
  hideLabel = false,
  size = 'sm',
  anyLabel,
  value,
  options,
  onChange,
}: Props) {
  // A value of the URL stays selected while its option is loading or missing.
  const isKnown = value === undefined || options.some((option) => option.value === value)
  const all = [
    ...(anyLabel ? [{ value: '', name: anyLabel }] : []),
    ...options,
    ...(isKnown ? [] : [{ value, name: value }]),
  ]
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': label } : { label })}
      size={size}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={all.map(({ value: optionValue, name }) => ({ value: optionValue, label: name }))}
    />
  )
}
