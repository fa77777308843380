@echo off
set heddle_java=java
if not "%JAVA_HOME%"=="" set heddle_java=%JAVA_HOME%\bin\java
"%heddle_java%" -jar "%~dp0..\lib\heddle.jar" %*
