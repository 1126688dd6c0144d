export { BINDING_VARIABLES, type Binding, type BindingVariable, type Environment, readBinding } from './binding.ts';
export { findCheckout } from './checkout.ts';
export { defaultLogsDir, defaultRegistryDir } from './defaults.ts';
export { fileIdentity, realPath, sameFile } from './identity.ts';
export { AUDIT_LOG_DIR, CONTROL_PLANE_DIR, REGISTRY_DIR, SESSIONS_FILE } from './layout.ts';
export {
  type ControlPlane,
  type PassedOver,
  type PathFlags,
  type PathSource,
  type ResolvedPath,
  type ResolveOptions,
  resolveControlPlane,
} from './resolve.ts';
export { absolutePath, type Cwd } from './spelling.ts';
