// What nearly every screen is made of, from one place.

export * from './api.js'
export * from './parts.js'
export * from './router.js'
export * from './session.js'
export * from './store.js'
export * from './template.js'
export * from './text.js'
export * from './time.js'
