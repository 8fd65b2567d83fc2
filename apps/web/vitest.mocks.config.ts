import { defineConfig } from 'vitest/config'
import { environment, mocking, plugins } from './vitest.config.ts'

export default defineConfig({ plugins, test: { ...environment, name: 'web mocks', include: mocking } })
