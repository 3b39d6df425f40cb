import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

/**
 * A link that looks like a button. Its colour is the button's, which the rule for all links would
 * take from it.
 */
export const LinkButton = createLink(
  ({
    ref,
    ...rest
  }: ButtonProps &
    Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
      ref?: Ref<HTMLAnchorElement>
    }) => <Button component="a" ref={ref} {...rest} style={{ color: 'var(--button-color)' }} />,
)
