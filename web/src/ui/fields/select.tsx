import { useState } from 'react'
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

/**
 * A studio can have 500 projects, and a page with 500 options takes 30 ms longer to show. The
 * options of a long list are added when the pointer or the focus reaches the field.
 */
const LONG = 300

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
  const [isReached, setIsReached] = useState(false)
  const isLong = options.length > LONG
  const shown = isLong && !isReached ? options.filter((option) => option.value === value) : options
  const onReach = isLong && !isReached ? () => setIsReached(true) : undefined
  return (
    <NativeSelect
      {...(hideLabel ? { 'aria-label': label } : { label })}
      size={size}
      value={value ?? ''}
      onFocus={onReach}
      onPointerEnter={onReach}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      {anyLabel && <option value="">{anyLabel}</option>}
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
      {!isKnown && <option value={value}>{value}</option>}
    </NativeSelect>
  )
}
