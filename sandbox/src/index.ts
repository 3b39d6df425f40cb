export {
  NO_SANDBOX,
  describeLayers,
  detectSandbox,
  isIsolated,
  startChild,
  type Program,
  type Sandbox,
  type SandboxLayer,
} from './sandbox.ts'
export { startWatchdog, type ChildLimits } from './watchdog.ts'
