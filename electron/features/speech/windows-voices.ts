import { join } from 'node:path';
import type { CoreVoice } from '../../../shared/overlay/voices.ts';
import type { Clock } from '../../base/clock.ts';
import { type SpeechProvider, within } from './provider.ts';
import { type Program, runProgram } from './run-program.ts';

interface WindowsParts {
  readonly clock: Clock;
  readonly program?: Program;
}

/** The whole path: Windows would look for a bare name in the current folder first. */
const PROGRAM = {
  file: join(
    process.env['SystemRoot'] ?? 'C:\\Windows',
    ...['System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'],
  ),
  leading: [],
} as const;

/**
 * Always the same: what is to be said arrives as one line of base64 on standard input, and the
 * answer (the list of voices, or a WAV file) leaves as bytes.
 */
const SCRIPT = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
Add-Type -AssemblyName System.Speech
$utf8 = New-Object System.Text.UTF8Encoding $false
$line = [Console]::In.ReadLine()
$ask = ConvertFrom-Json ($utf8.GetString([Convert]::FromBase64String($line)))
$speaker = New-Object System.Speech.Synthesis.SpeechSynthesizer
if ($ask.list) {
  $rows = foreach ($voice in $speaker.GetInstalledVoices()) {
    if ($voice.Enabled) { $voice.VoiceInfo.Name + [char]9 + $voice.VoiceInfo.Culture.Name }
  }
  $bytes = $utf8.GetBytes(($rows -join [char]10))
} else {
  $sound = New-Object System.IO.MemoryStream
  $speaker.SetOutputToWaveStream($sound)
  $speaker.SelectVoice($ask.voice)
  $speaker.Rate = [int]$ask.rate
  if ($ask.pitch -eq 0) {
    $speaker.Speak($ask.text)
  } else {
    $words = [System.Security.SecurityElement]::Escape($ask.text)
    $pitch = ([int]$ask.pitch).ToString('+0;-0')
    $speaker.SpeakSsml('<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="' + $ask.language + '"><prosody pitch="' + $pitch + '%">' + $words + '</prosody></speak>')
  }
  $speaker.SetOutputToNull()
  $bytes = $sound.ToArray()
}
$out = [Console]::OpenStandardOutput()
$out.Write($bytes, 0, $bytes.Length)
$out.Flush()
`;

export const WINDOWS_ARGS = [
  ...['-NoLogo', '-NoProfile', '-NonInteractive'],
  ...['-EncodedCommand', Buffer.from(SCRIPT, 'utf16le').toString('base64')],
] as const;

/** System.Speech counts from -10 (a third as fast) to 10 (three times). */
const STEPS = 10;

/** The voices of Windows (System.Speech), through PowerShell. */
export function windowsVoices({ clock, program = PROGRAM }: WindowsParts): SpeechProvider {
  const ask = (request: object, signal: AbortSignal): Promise<Buffer> => {
    const input = `${Buffer.from(JSON.stringify(request), 'utf8').toString('base64')}\n`;
    const args = WINDOWS_ARGS;
    return runProgram({ program, args, input, signal, clock });
  };
  return {
    id: 'windows',
    async voices(signal) {
      return parseWindowsVoices((await ask({ list: true }, signal)).toString('utf8'));
    },
    speak({ text, voice, language, rate, pitch }, signal) {
      const speed = within((STEPS * Math.log(rate)) / Math.log(3), -STEPS, STEPS);
      const lift = within((pitch - 1) * 50, -50, 50);
      const lang = language === 'ko' ? 'ko-KR' : 'en-US';
      return ask({ text, voice, language: lang, rate: speed, pitch: lift }, signal);
    },
  };
}

/** Korean and English ones. */
export function parseWindowsVoices(list: string): readonly CoreVoice[] {
  return list.split('\n').flatMap((row) => {
    const [name = '', lang = ''] = row.trim().split('\t');
    if (name === '' || !/^(?:ko|en)-/.test(lang)) return [];
    return [{ provider: 'windows' as const, name, lang }];
  });
}
