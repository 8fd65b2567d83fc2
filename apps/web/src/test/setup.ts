import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Messages stand beside the code, so a test needs no catalogue to speak English.
i18n.loadAndActivate({ locale: 'en', messages: {} })
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
