import { malformed } from '../http/contract/problem.ts'

export const double = (number: number) => number * 2

export const encode = (text: string) => ({ bytes: new TextEncoder().encode(text) })

export const refuse = (_nothing: null): never => {
  throw malformed('body.malformed', 'The body is not JSON.', [{ pointer: '/a', message: 'is bad' }])
}

export const crash = (_nothing: null): never => process.exit(3)

export const loop = (_nothing: null): never => {
  for (;;);
}

export const fill = (_nothing: null): never => {
  const items: unknown[] = []
  for (;;) items.push(Array.from({ length: 1000 }, () => ({ index: items.length })))
}

export const sleep = async (ms: number): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return ms
}

export const readEnvironment = (_nothing: null) => Object.keys(process.env)
