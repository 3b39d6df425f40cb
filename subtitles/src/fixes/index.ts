export { applyFixes } from './apply.ts'
