export type Tone = 'plain' | 'brand' | 'money' | 'good' | 'warn' | 'bad'
