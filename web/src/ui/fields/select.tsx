import { NativeSelect } from '@mantine/core'

export type Option = { value: string; name: string }
type Props = {
  label: string
  anyLabel?: string
  value: string | undefined
  options: Option[]
  onChange: (value: string | undefined) => void
}

/** One of a few, with the platform's own list: known to every keyboard, reader and phone. */
export function Select({ label, anyLabel: any, value, options, onChange: onChoose }: Props) {
  // What the address names stays chosen although its list is still on the way, or does not hold it.
  const known = value === undefined || options.some((option) => option.value === value)
  const all = [
    ...(any ? [{ value: '', name: any }] : []),
    ...options,
    ...(known ? [] : [{ value, name: value }]),
  ]
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
      data={all.map(({ value: own, name }) => ({ value: own, label: name }))}
    />
  )
}
